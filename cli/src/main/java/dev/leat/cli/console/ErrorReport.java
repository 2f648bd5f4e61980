package dev.leat.cli.console;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The report of a failed command on standard error: a sentence, or with {@code --json} a problem object. */
public final class ErrorReport {
    private static final String FOR_PROGRAMS = "--json";

    private ErrorReport() {}

    public static void print(CommandSpec command, boolean json, String sentence) {
        PrintWriter err = command.commandLine().getErr();
        if (json) {
            JsonPrinter.line(err, out -> {
                out.writeStartObject();
                out.writeStringField("type", "about:blank");
                out.writeStringField("title", "Could not");
                out.writeStringField("detail", sentence);
                out.writeEndObject();
            });
        } else {
            err.println(command.qualifiedName() + ": " + sentence);
        }
        err.flush();
    }

    /** Returns whether the arguments ask for JSON, also if the flags could not be parsed. */
    public static boolean isForProgram(List<String> arguments) {
        int end = arguments.indexOf("--");
        return (end < 0 ? arguments : arguments.subList(0, end)).contains(FOR_PROGRAMS);
    }
}
