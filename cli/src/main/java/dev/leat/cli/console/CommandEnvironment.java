package dev.leat.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The surroundings of a command: its streams, the environment and the terminal.
 *
 * @param out standard output for bytes that are no text
 * @param watched whether standard error is a terminal
 * @param coloured whether standard output is a terminal with colours
 */
public record CommandEnvironment(
        Map<String, String> environment, InputStream in, OutputStream out, boolean watched, boolean coloured) {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    /** The root command, which holds the environment. */
    public interface Holder {
        CommandEnvironment surroundings();
    }

    /** Returns the environment of this process. */
    public static CommandEnvironment ofProcess() {
        Map<String, String> environment = System.getenv();
        return new CommandEnvironment(
                environment,
                System.in,
                System.out,
                isTerminal(STANDARD_ERROR),
                isTerminal(STANDARD_OUTPUT)
                        && environment.getOrDefault("NO_COLOR", "").isEmpty());
    }

    /** Returns this environment with other variables. */
    public CommandEnvironment with(Map<String, String> variables) {
        return new CommandEnvironment(variables, in, out, watched, coloured);
    }

    /** Returns the environment of the command line that a command belongs to. */
    public static CommandEnvironment of(CommandSpec command) {
        return command.root().userObject() instanceof Holder holder ? holder.surroundings() : ofProcess();
    }

    /** Returns whether a stream is a terminal; false if that is unknown. The JDK reports it for input and output together only. */
    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
