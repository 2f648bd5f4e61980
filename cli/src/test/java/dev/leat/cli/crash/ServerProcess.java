package dev.leat.cli.crash;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, on a data directory that outlives it. */
final class ServerProcess {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path data;
    private final Path log;
    private final int port;
    private Process process;

    ServerProcess(Path directory) throws IOException {
        this.data = directory.resolve("data");
        this.log = directory.resolve("server.log");
        try (ServerSocket free = new ServerSocket(0)) {
            this.port = free.getLocalPort();
        }
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    URI stream(String path) {
        return URI.create("http://127.0.0.1:" + port + "/v1/stream/" + path);
    }

    URI queue(String path) {
        return URI.create("http://127.0.0.1:" + port + "/v1/queues/" + path);
    }

    /** Starts it and waits until it answers. */
    void start() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.leat.cli.Main",
                        "serve",
                        "--port",
                        Integer.toString(port),
                        "--data",
                        data.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("LEAT_")); // not settings of this server
        process = builder.start();
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > until) {
                throw new IOException("the server did not start: " + Files.readString(log));
            }
            Thread.sleep(20);
        }
    }

    private boolean answers() throws InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<Void> answer =
                    client.send(HttpRequest.newBuilder(stream("none")).build(), BodyHandlers.discarding());
            return answer.statusCode() == 404;
        } catch (IOException e) {
            return false;
        }
    }

    /** Without any warning. */
    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server survives its kill");
            }
        }
    }
}
