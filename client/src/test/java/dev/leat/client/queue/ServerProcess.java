package dev.leat.client.queue;

import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A server with its data on disk in a process of its own, which can be killed. */
final class ServerProcess implements AutoCloseable {
    private final Path directory;
    private Process process;
    private int port;

    ServerProcess(Path directory) throws IOException {
        this.directory = directory;
        start();
    }

    /** Serves until it is killed, or nobody listens to it any more. */
    public static void main(String[] args) throws IOException {
        Leat leat = Leat.open(Path.of(args[0]));
        LeatServer server = LeatServer.start(
                leat.engine(),
                ServerSettings.defaults().withPort(Integer.parseInt(args[1])).withEventLoops(1),
                Access.OPEN,
                new SimpleMeterRegistry());
        System.out.println("port " + server.port());
        while (System.in.read() >= 0) {}
        Runtime.getRuntime().halt(0);
    }

    private void start() throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerProcess.class.getName(),
                        directory.resolve("data").toString(),
                        Integer.toString(port)))
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("log").toFile()))
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        while (line != null && !line.startsWith("port ")) {
            line = said.readLine();
        }
        if (line == null) {
            throw new IOException("the server did not start; see " + directory.resolve("log"));
        }
        port = Integer.parseInt(line.substring(5));
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Ends it as a failure of power would, but for what the operating system has. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Serves again, at the same port. */
    void restart() throws IOException {
        start();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
