package dev.leat.bench.server;

import dev.leat.Leat;
import dev.leat.api.spi.Engine;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerProcess;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/** Runs one of the servers until the other end of its standard input is closed, and prints its port. */
public final class ServerChild {
    /** The beginning of the line with the port. */
    public static final String PORT = "port ";

    /** What the line begins with that tells how many nanoseconds it took to open a directory. */
    public static final String OPENED = "opened ";

    private ServerChild() {}

    /** The kind of server, and the directory or file it serves, if any. */
    public static void main(String[] arguments) {
        ServerProcess.tune();
        try {
            int port = freePort();
            start(port, List.of(arguments));
            System.out.println(PORT + port);
            System.out.flush();
            while (System.in.read() >= 0) {
                // until the end
            }
            Runtime.getRuntime().halt(0); // what it wrote is about to be removed
        } catch (IOException | RuntimeException e) {
            System.err.println("cannot serve " + List.of(arguments) + ": " + e);
            Runtime.getRuntime().halt(1); // its event loops would keep it alive
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void start(int port, List<String> arguments) throws IOException {
        switch (arguments.getFirst()) {
            case "leat" -> serve(port, open(Path.of(arguments.get(1))));
            case "null" -> serve(port, new NullEngine());
            case "file" -> send(port, FileChannel.open(Path.of(arguments.get(1))));
            case "broadcast" -> BareServer.start(port, new BroadcastServer());
            default -> throw new IllegalArgumentException("no such server");
        }
    }

    private static Engine open(Path directory) {
        long start = System.nanoTime();
        Engine engine = Leat.open(directory).engine();
        System.out.println(OPENED + (System.nanoTime() - start));
        return engine;
    }

    private static void serve(int port, Engine engine) {
        ServerSettings settings = ServerSettings.defaults().withPort(port);
        LeatServer.start(engine, settings, Access.OPEN, new SimpleMeterRegistry());
    }

    private static void send(int port, FileChannel file) {
        int piece = ServerSettings.defaults().readBytes();
        BareServer.start(port, loop -> new FileServer(file, piece));
    }
}
