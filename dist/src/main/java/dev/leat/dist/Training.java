package dev.leat.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Runs an image's server once and uses it a little. When it stops, Java writes down what it loaded, linked and called most,
 * and later starts begin with that.
 */
final class Training {
    private static final int PATIENCE_SECONDS = 120;

    private final Image image;
    private final StartCache cache;
    private final Path work;
    private final Path log;

    Training(Image image, StartCache cache) {
        this.image = image;
        this.cache = cache;
        this.work = image.home().resolveSibling("training");
        this.log = work.resolve("log");
    }

    void run() throws IOException, InterruptedException {
        Image.delete(work);
        Files.createDirectories(work);
        cache.prepare(image.java());
        Process server = start();
        try {
            new TypicalUse(awaitPort(server)).all();
            server.destroy();
            if (!server.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    || !Files.exists(image.lib().resolve(cache.file()))) {
                throw failure("left no " + cache.file());
            }
        } finally {
            server.destroyForcibly();
        }
        Image.delete(work);
    }

    private Process start() throws IOException {
        Program serve = Program.of(
                        image.launcher(),
                        "serve",
                        "--data",
                        work.resolve("data").toString())
                .with("--port", "0", "--port-file", portFile().toString());
        ProcessBuilder builder = serve.builder().redirectOutput(log.toFile());
        builder.directory(image.lib().toFile()); // so that the name of the cache has no path that could have spaces
        builder.environment().put("LEAT_JAVA_OPTS", cache.option());
        return builder.start();
    }

    private int awaitPort(Process server) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!Files.exists(portFile())) {
            if (server.waitFor(20, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
                throw failure("did not start");
            }
        }
        return Integer.parseInt(Files.readString(portFile()).strip());
    }

    private Path portFile() {
        return work.resolve("port");
    }

    private IOException failure(String what) throws IOException {
        return new IOException("the server that is run once " + what + ":\n" + Files.readString(log));
    }
}
