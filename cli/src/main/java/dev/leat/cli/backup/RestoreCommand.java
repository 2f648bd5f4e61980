package dev.leat.cli.backup;

import dev.leat.cli.console.Bar;
import dev.leat.cli.console.CannotException;
import dev.leat.cli.console.JsonOut;
import dev.leat.cli.console.Words;
import dev.leat.cli.remote.AnsweringCommand;
import dev.leat.cli.remote.Exits;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat restore}: makes a data directory of a backup. */
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
    protected int run() throws CannotException {
        long bytes = restored();
        if (isJson()) {
            JsonOut.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("directory", to.toString());
                json.writeNumberField("bytes", bytes);
                json.writeEndObject();
            });
        } else {
            out().println("restored " + backup + " to " + to + " (" + Words.bytes(bytes)
                    + ", checked); serve it with ./leat serve --data " + to);
        }
        return Exits.DONE;
    }

    private long restored() throws CannotException {
        try (Bar bar = Bar.of(spec(), Words::bytes)) {
            DirectoryCopy copy = new DirectoryCopy(backup, to, bar::at);
            copy.requireSound();
            return copy.make();
        }
    }
}
