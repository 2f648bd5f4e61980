package dev.leat.cli.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged server as a process of its own, on a port that it keeps when it is started again. */
final class ServerProcess implements AutoCloseable {
    private static final Path JAR = Path.of("target", "leat.jar");
    private static final Path LOGS = Path.of("target", "server-logs");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    // Below the ports that a system gives to clients: one that asks in vain may otherwise be connected to itself.
    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 30_000;

    /** Starts one. */
    interface Start {
        ServerProcess start() throws IOException;
    }

    private final List<String> flags;
    private final Path portFile;
    private final Path log;
    private int port;
    private Process process;

    private ServerProcess(List<String> flags, Path temp, String name) throws IOException {
        this.flags = flags;
        this.portFile = temp.resolve("port");
        this.log = Files.createDirectories(LOGS).resolve(name + ".log");
        Files.deleteIfExists(log);
    }

    static ServerProcess onDisk(Path temp, String name) throws IOException {
        return new ServerProcess(List.of("--data", temp.resolve("data").toString()), temp, name).on(0);
    }

    static ServerProcess inMemory(Path temp, String name, String... more) throws IOException {
        List<String> flags = new ArrayList<>(List.of("--memory"));
        flags.addAll(List.of(more));
        return new ServerProcess(flags, Files.createDirectories(temp.resolve(name)), name).on(0);
    }

    /** On a port that nobody else gets while the server is away. */
    static ServerProcess toBeRestarted(Path temp, String name) throws IOException {
        return new ServerProcess(List.of("--data", temp.resolve("data").toString()), temp, name).on(freePort());
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** As a power cut would: nothing is flushed and nobody is told. Starts it again on what is left. */
    void killAndRestart() throws IOException {
        kill();
        on(port);
    }

    @Override
    public void close() {
        kill();
    }

    private void kill() {
        process.destroyForcibly().onExit().join();
    }

    private ServerProcess on(int wanted) throws IOException {
        Files.deleteIfExists(portFile);
        ProcessBuilder builder = new ProcessBuilder(command(wanted))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("LEAT_"));
        process = builder.start();
        port = awaitPort();
        return this;
    }

    private List<String> command(int wanted) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                JAR.toString(),
                "serve"));
        command.addAll(List.of("--port", Integer.toString(wanted), "--port-file", portFile.toString()));
        command.addAll(List.of("--long-poll-timeout", "2s")); // some tests of the suite wait for it
        command.addAll(flags);
        return command;
    }

    private int awaitPort() throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(portFile)) {
            if (ended() || System.nanoTime() > deadline) {
                kill();
                throw new IllegalStateException("the server did not start:\n" + Files.readString(log));
            }
        }
        return Integer.parseInt(Files.readString(portFile).strip());
    }

    private boolean ended() {
        try {
            return process.waitFor(20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static int freePort() {
        for (int port = FIRST_PORT; port < LAST_PORT; port++) {
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + FIRST_PORT + " to " + LAST_PORT);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
