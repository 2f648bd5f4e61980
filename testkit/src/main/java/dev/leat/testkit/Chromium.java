package dev.leat.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A headless Chromium that shows one page. */
public final class Chromium implements AutoCloseable {
    private final Process process;
    private final Path log;
    private final Path profile;

    private Chromium(Process process, Path log, Path profile) {
        this.process = process;
        this.log = log;
        this.profile = profile;
    }

    /** Skips the test if there is none. */
    public static Path program() {
        return Requirement.CHROMIUM.program("chromium", "chromium-browser", "google-chrome");
    }

    /** @param flags what to start it with beside the usual */
    public static Chromium open(Path program, String page, Path temp, String... flags) throws IOException {
        Path profile = temp.resolve("chromium");
        List<String> command = new ArrayList<>(List.of(
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
                "--user-data-dir=" + profile));
        command.addAll(List.of(flags));
        command.add(page);
        Path log = temp.resolve("chromium.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("TMPDIR", temp.toString()); // what it leaves there goes with the rest
        return new Chromium(Output.bounded(builder.start()), log, profile);
    }

    /** What the page comes to, unless the browser ends before it. */
    public <T> T await(CompletableFuture<T> result) throws IOException {
        CompletableFuture.anyOf(result, process.onExit()).join();
        if (!result.isDone()) {
            throw new IllegalStateException("Chromium ended:\n" + Files.readString(log));
        }
        return result.join();
    }

    /** The page, to look into and to reload. To be closed before the browser is. */
    public BrowserTab tab() throws IOException, InterruptedException {
        Path port = profile.resolve("DevToolsActivePort");
        while (!Files.exists(port) || Files.readAllLines(port).size() < 2) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("Chromium ended:\n" + Files.readString(log));
            }
        }
        return BrowserTab.first(Integer.parseInt(Files.readAllLines(port).get(0)));
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
