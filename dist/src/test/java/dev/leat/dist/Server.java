package dev.leat.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server that an image started, in a process of its own. */
final class Server implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    private final Path log;
    private final Process process;
    private final int port;

    private Server(Path log, Process process, int port) {
        this.log = log;
        this.process = process;
        this.port = port;
    }

    /** @param work a directory for all that it writes */
    static Server start(Path launcher, Path work, Map<String, String> environment) throws Exception {
        Path portFile = work.resolve("port");
        Path log = work.resolve("log");
        ProcessBuilder builder = Program.of(
                        launcher, "serve", "--data", work.resolve("data").toString())
                .with("--port", "0", "--port-file", portFile.toString())
                .builder()
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!Files.exists(portFile)) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new AssertionError("did not start:\n" + Files.readString(log));
            }
        }
        return new Server(
                log, process, Integer.parseInt(Files.readString(portFile).strip()));
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    /** @return the exit code */
    int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("did not stop");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
