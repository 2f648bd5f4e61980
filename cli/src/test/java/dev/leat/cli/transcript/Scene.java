package dev.leat.cli.transcript;

import dev.leat.Leat;
import dev.leat.cli.Main;
import dev.leat.cli.console.CommandEnvironment;
import dev.leat.http.Health;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import dev.leat.http.backup.Backups;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server with its data in a directory, and somebody who types commands. */
final class Scene implements AutoCloseable {
    private final Path temp;
    private final int port;
    private final Ids ids = new Ids();
    private Optional<Runnable> running = Optional.empty();
    private boolean watched;

    Scene(Path temp) throws IOException {
        this.temp = temp;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = socket.getLocalPort();
        }
        ids.call(temp.toString(), "temp");
        ids.call(String.valueOf(port), "port");
        start();
    }

    private void start() {
        Leat leat = Leat.open(temp.resolve("data"));
        LeatServer server = LeatServer.start(
                leat.engine(),
                ServerSettings.defaults().withPort(port).withEventLoops(1),
                Access.OPEN,
                new SimpleMeterRegistry(),
                () -> new Health.Report(Health.Status.READY, null),
                new Backups(
                        temp.resolve("backups"),
                        (target, progress) -> leat.backup(target, progress::at),
                        InstantSource.system()));
        running = Optional.of(() -> {
            server.stop(Duration.ofSeconds(5));
            leat.close();
        });
    }

    private void stop() {
        running.ifPresent(Runnable::run);
        running = Optional.empty();
    }

    /** From now on, somebody looks at a terminal. */
    void watch() {
        watched = true;
    }

    /** Something that happens between commands. */
    void happens(String what) {
        String[] words = what.split(" ", 3);
        switch (words[0]) {
            case "stop" -> stop();
            case "start" -> start();
            case "file" ->
                write(temp.resolve(words[1]), words[2].replace("\\n", "\n").replace("\\r", "\r"));
            default -> throw new AssertionError("nobody knows how to " + what);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a command and answers what it said. */
    List<String> type(String command, List<String> in) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = run(command, in, out, err);
        List<String> answers = new ArrayList<>();
        said(out).forEach(line -> answers.add((">" + " " + line).stripTrailing()));
        said(err).forEach(line -> answers.add(("!" + " " + line).stripTrailing()));
        if (code != 0) {
            answers.add("? " + code);
        }
        return answers;
    }

    /** Runs a command that may take its time; returns its exit code. */
    int run(String command, List<String> in, OutputStream out, OutputStream err) {
        String input = in.isEmpty() ? "" : String.join("\n", in) + "\n";
        CommandEnvironment surroundings = new CommandEnvironment(
                Map.of("LEAT_SERVER", "http://127.0.0.1:" + port),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                out,
                watched,
                watched);
        String[] args = Step.words(ids.unmasked(command)).toArray(String[]::new);
        return Main.commandLine(surroundings, args)
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .execute(args);
    }

    private List<String> said(ByteArrayOutputStream bytes) {
        return ids.masked(bytes.toString(StandardCharsets.UTF_8)).lines().toList();
    }

    @Override
    public void close() {
        stop();
    }
}
