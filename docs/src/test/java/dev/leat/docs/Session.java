package dev.leat.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.testkit.Output;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** A program that runs one piece of code after the other, each with what those before it have left. */
final class Session implements AutoCloseable {
    static final String END = "=== end of block ===";

    /** How a program ends that cannot go on because this machine lacks something. */
    static final int SKIPPED = 77;

    private static final String SHELL = """
            set -euo pipefail
            curl() { command curl --fail-with-body "$@"; }
            """;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Path directory;
    private final Process process;
    private final Writer in;
    private final BufferedReader out;
    private final Path errors;
    private int blocks;

    private Session(Path directory, String name, List<String> command, Map<String, String> environment)
            throws IOException {
        this.directory = directory;
        this.errors = directory.resolve("." + name + ".errors");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectError(errors.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("LEAT_"));
        builder.environment().putAll(environment);
        this.process = Output.bounded(builder.start());
        this.in = process.outputWriter(UTF_8);
        this.out = process.inputReader(UTF_8);
    }

    static Session shell(Path directory, Map<String, String> environment) throws IOException {
        Session session = new Session(directory, "shell", List.of("bash"), environment);
        session.in.write(SHELL);
        return session;
    }

    static Session java(Path directory, Map<String, String> environment) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-Djava.io.tmpdir=" + directory, // what it leaves goes with the page
                "-Dot.epg.working-dir=" + System.getProperty("java.io.tmpdir"), // PostgreSQL is unpacked once for all
                "-Dleat.databases.required=" + System.getProperty("leat.databases.required"),
                "-cp",
                System.getProperty("java.class.path"),
                JavaConsole.class.getName());
        return new Session(directory, "java", command, environment);
    }

    /** Types commands into the shell, and returns what they print. */
    String type(String commands) throws IOException {
        return send(". ./" + save(commands) + " </dev/null");
    }

    /** Types commands that are meant to fail; what they say counts, too. */
    String typeInVain(String commands) throws IOException {
        return send("if . ./" + save(commands) + " </dev/null 2>&1; then echo 'it does not fail' >&2; exit 1; fi");
    }

    /**
     * Types a command that goes on, and returns what it has printed when it has printed some text. Its parent is gone then, so that
     * nobody waits for it.
     */
    String typeAndGoOn(String command, String until) throws IOException {
        String file = save(command);
        return send("""
                ( (. ./%1$s) </dev/null >%1$s.out 2>&1 & echo $! >>.pids )
                until grep -qF -- '%2$s' %1$s.out; do
                    kill -0 $(tail -n 1 .pids) || { cat %1$s.out >&2; exit 1; }
                    sleep 0.1
                done
                cat %1$s.out""".formatted(file, until.replace("'", "'\\''")));
    }

    /** Runs Java, and returns what it prints. */
    String evaluate(String code) throws IOException {
        return send(save(code));
    }

    private String save(String code) throws IOException {
        String name = ".block-" + ++blocks;
        Files.writeString(directory.resolve(name), code);
        return name;
    }

    private String send(String line) throws IOException {
        List<String> printed = new ArrayList<>();
        try {
            in.write(line + "\n");
            if (errors.endsWith(".shell.errors")) {
                in.write("echo; echo '" + END + "'\n");
            }
            in.flush();
        } catch (IOException e) {
            throw new AssertionError("it has ended before:\n" + Files.readString(errors), e);
        }
        for (String said = out.readLine(); said == null || !said.equals(END); said = out.readLine()) {
            if (said == null && process.onExit().join().exitValue() == SKIPPED) {
                throw new TestAbortedException(Files.readString(errors));
            }
            if (said == null) {
                throw new AssertionError(String.join("\n", printed) + "\n" + Files.readString(errors));
            }
            printed.add(said);
        }
        return String.join("\n", printed).replace("\r", "").strip();
    }

    /** Ends it and whatever it started: by the end of its input, so that it can clean up, or else by force. */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> started = new ArrayList<>(process.descendants().toList());
        Path pids = directory.resolve(".pids");
        if (Files.exists(pids)) {
            Files.readAllLines(pids)
                    .forEach(pid -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(handle -> {
                        started.addAll(handle.descendants().toList());
                        started.add(handle);
                    }));
            Files.delete(pids);
        }
        endByItself();
        process.destroyForcibly().onExit().join();
        started.forEach(ProcessHandle::destroyForcibly);
        started.forEach(handle -> handle.onExit().join());
    }

    private void endByItself() {
        try {
            in.close();
            process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // it has ended before
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
