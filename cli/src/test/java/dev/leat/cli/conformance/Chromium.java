package dev.leat.cli.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A headless Chromium that shows one page. */
final class Chromium implements AutoCloseable {
    private final Process process;
    private final Path log;

    private Chromium(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Skips the test if there is none. */
    static Path program() {
        return Requirement.CHROMIUM.program("chromium", "chromium-browser", "google-chrome");
    }

    static Chromium open(Path program, String page, Path temp) throws IOException {
        List<String> command = List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0", // without it, a page is closed as soon as it is loaded
                "--user-data-dir=" + temp.resolve("chromium"),
                page);
        Path log = temp.resolve("chromium.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("TMPDIR", temp.toString()); // what it leaves there goes with the rest
        return new Chromium(Output.bounded(builder.start()), log);
    }

    /** What the page comes to, unless the browser ends before it. */
    <T> T await(CompletableFuture<T> result) throws IOException {
        CompletableFuture.anyOf(result, process.onExit()).join();
        if (!result.isDone()) {
            throw new IllegalStateException("Chromium ended:\n" + Files.readString(log));
        }
        return result.join();
    }

    /** Its helpers end with it, and write into their directory until then. */
    @Override
    public void close() {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        process.onExit().join();
        all.forEach(helper -> helper.onExit().join());
    }
}
