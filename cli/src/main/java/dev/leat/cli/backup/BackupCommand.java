package dev.leat.cli.backup;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.console.DisplayText;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.ProgressBar;
import dev.leat.cli.remote.AnsweringCommand;
import dev.leat.cli.remote.ExitCodes;
import dev.leat.cli.remote.ServerOptions;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.wire.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code leat backup}: makes a copy of all data and verifies it by reading it. */
@Command(
        name = "backup",
        description = {
            "Copies everything that a running server has, as of one moment, and reads the copy from end to end. The server has"
                    + " to be started with --backups DIR, and the copy is a directory below that; the key needs the scope"
                    + " admin:*.",
            "With --data and --to it copies a data directory that no server has open.",
        })
public final class BackupCommand extends AnsweringCommand {
    private static final long PAUSE_MILLIS = 200;
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final InstantSource clock;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "What the copy of a running server is called; else by the time.")
    private @Nullable String name;

    @ArgGroup(exclusive = false, heading = "%nOf a data directory:%n")
    private @Nullable Directories directories;

    @Mixin
    private ServerOptions server = new ServerOptions();

    public BackupCommand(InstantSource clock) {
        this.clock = clock;
    }

    /** From where to where. */
    static final class Directories {
        @Option(names = "--data", required = true, paramLabel = "DIR", description = "The data directory.")
        private Path data = Path.of("");

        @Option(
                names = "--to",
                required = true,
                paramLabel = "DIR",
                description = "Where the copy is to be; it must not be there, or be empty.")
        private Path to = Path.of("");
    }

    @Override
    protected int run() throws CommandFailedException, IOException, InterruptedException {
        if (directories == null) {
            return ofServer(name == null ? TIMESTAMP.format(clock.instant()) : name);
        }
        if (name != null) {
            throw misused("a copy of a data directory has no name: --to says where it is");
        }
        return ofDirectory(directories);
    }

    private int ofDirectory(Directories where) throws CommandFailedException {
        long bytes = copied(where);
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("directory", where.to.toString());
                json.writeStringField("state", "done");
                json.writeNumberField("bytes", bytes);
                json.writeEndObject();
            });
        } else {
            out().println("backed up " + where.data + " to " + where.to + " (" + DisplayText.bytes(bytes)
                    + ", checked)");
        }
        return ExitCodes.DONE;
    }

    private long copied(Directories where) throws CommandFailedException {
        try (ProgressBar bar = ProgressBar.of(spec(), DisplayText::bytes)) {
            return new DirectoryCopy(where.data, where.to, bar::at).make();
        }
    }

    private int ofServer(String called) throws CommandFailedException, IOException, InterruptedException {
        server.requireThere();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return told(awaited(new RunningBackup(http, server, called)));
        }
    }

    private JsonObject awaited(RunningBackup backup) throws CommandFailedException, IOException, InterruptedException {
        try (ProgressBar bar = ProgressBar.of(spec(), DisplayText::bytes)) {
            JsonObject state = backup.begin();
            while (is("running", state)) {
                bar.at(text("step", state), number("done", state), number("total", state));
                Thread.sleep(PAUSE_MILLIS);
                state = backup.look();
            }
            return state;
        }
    }

    private int told(JsonObject state) {
        if (!is("done", state)) {
            throw new ProblemException(Problem.of(500, "backup-failed", text("problem", state)));
        }
        if (isJson()) {
            JsonPrinter.print(out(), json -> {
                json.writeStartObject();
                json.writeStringField("backup", text("backup", state));
                json.writeStringField("directory", text("directory", state));
                json.writeStringField("state", text("state", state));
                json.writeStringField("created", text("created", state));
                json.writeStringField("ended", text("ended", state));
                json.writeEndObject();
            });
        } else {
            out().println("backed up " + server.uri() + " to " + text("directory", state) + " on the server (checked)");
        }
        return ExitCodes.DONE;
    }

    private static boolean is(String word, JsonObject state) {
        return text("state", state).equals(word);
    }

    private static String text(String name, JsonObject state) {
        return Objects.requireNonNullElse(state.text(name), "");
    }

    private static long number(String name, JsonObject state) {
        return Objects.requireNonNullElse(state.whole(name), 0L);
    }
}
