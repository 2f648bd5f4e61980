package dev.leat.cli;

import dev.leat.cli.console.JsonPrinter;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code leat version}. */
@Command(
        name = "version",
        description = "Tells the versions of Leat and of the Java that runs it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = "0:always")
final class VersionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        String java = System.getProperty("java.vendor") + " " + Runtime.version();
        if (json) {
            JsonPrinter.print(out, generator -> {
                generator.writeStartObject();
                generator.writeStringField("leat", Main.version());
                generator.writeStringField("java", java);
                generator.writeStringField("os", System.getProperty("os.name"));
                generator.writeStringField("arch", System.getProperty("os.arch"));
                generator.writeEndObject();
            });
        } else {
            out.println("leat " + Main.version());
            out.println("java " + java);
        }
        out.flush();
        return 0;
    }
}
