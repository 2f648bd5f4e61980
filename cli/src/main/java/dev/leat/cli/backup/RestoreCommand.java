package dev.leat.cli.backup;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.ProgressBar;
import dev.leat.cli.remote.AnsweringCommand;
import dev.leat.cli.remote.ExitCodes;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat restore}: makes a data directory from a backup. */
@Command(
        name = "restore",
        description =
                "Reads a backup from end to end and copies it to where a server can have it. The backup stays as it is,"
                        + " and nothing is overwritten.",
        exitCodeList = {"0:done", "2:could not: the backup is not sound, or something is there already"})
public final class RestoreCommand extends AnsweringCommand {

    @Parameters(paramLabel = "DIR", description = "The backup.")
    private Path backup = Path.of("");

    @Option(
            names = "--to",
            required = true,
            paramLabel = "DIR",
            description = "The data directory; it must not be there, or be empty.")
    private Path to = Path.of("");

    @Override
    protected int run() throws CommandFailedException {
        long bytes = restored();
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("directory", to.toString());
                json.writeNumberField("bytes", bytes);
                json.writeEndObject();
            });
        } else {
            out().println("restored " + backup + " to " + to + " (" + DisplayText.bytes(bytes)
                    + ", checked); serve it with ./leat serve --data " + to);
        }
        return ExitCodes.DONE;
    }

    private long restored() throws CommandFailedException {
        try (ProgressBar bar = ProgressBar.of(spec(), DisplayText::bytes)) {
            DirectoryCopy copy = new DirectoryCopy(backup, to, bar::at);
            copy.requireSound();
            return copy.make();
        }
    }
}
