package dev.leat.cli;

import dev.leat.cli.console.JsonPrinter;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code leat completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script that lets bash or zsh complete commands and flags. To have it now:",
            "  source <(leat completion)",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = "0:always")
final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Print it as a JSON string in an object.")
    private boolean json;

    @Override
    public Integer call() {
        String script = AutoComplete.bash("leat", spec.root().commandLine());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonPrinter.print(out, generator -> {
                generator.writeStartObject();
                generator.writeStringField("script", script);
                generator.writeEndObject();
            });
        } else {
            out.print(script);
        }
        out.flush();
        return 0;
    }
}
