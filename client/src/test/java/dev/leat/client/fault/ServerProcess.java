package dev.leat.client.fault;

import dev.leat.Leat;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A server with its data on disk in a process of its own, that can be killed and started again at the same place. */
public final class ServerProcess implements AutoCloseable {
    private final Path data;
    private final int port;
    private Process process;

    private ServerProcess(Path data, int port, Process process) {
        this.data = data;
        this.port = port;
        this.process = process;
    }

    public static ServerProcess start(Path data) throws IOException {
        int port = freePort();
        return new ServerProcess(data, port, launch(data, port));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process launch(Path data, int port) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerProcess.class.getName(),
                        data.toString(),
                        Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        if (!"ready".equals(out.readLine())) {
            process.destroyForcibly();
            throw new IOException("the server did not start");
        }
        return process;
    }

    public int port() {
        return port;
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** As kill -9 does it. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    public void restart() throws IOException {
        process = launch(data, port);
    }

    @Override
    public void close() {
        kill();
    }

    /** The server itself: a directory and a port. */
    public static void main(String[] args) throws InterruptedException {
        Leat leat = Leat.open(Path.of(args[0]));
        LeatServer.start(
                leat.engine(),
                ServerSettings.defaults().withPort(Integer.parseInt(args[1])),
                Access.OPEN,
                new SimpleMeterRegistry());
        System.out.println("ready");
        new CountDownLatch(1).await(); // until it is killed
    }
}
