package dev.leat.bench.server;

import dev.leat.Leat;
import dev.leat.api.Engine;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Runs one of the servers until nobody holds the other end of its standard input, and tells its port. */
public final class ServerChild {
    /** What the line with the port begins with. */
    public static final String PORT = "port ";

    private ServerChild() {}

    /** The kind of server, and the directory or file it serves, if any. */
    public static void main(String[] arguments) throws IOException {
        int port = switch (arguments[0]) {
            case "leat" -> serve(Leat.open(Path.of(arguments[1])).engine());
            case "null" -> serve(new NullEngine());
            case "file" -> file(Path.of(arguments[1]));
            case "broadcast" -> BareServer.start(new BroadcastServer());
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        System.out.println(PORT + port);
        System.out.flush();
        while (System.in.read() >= 0) {
            // until the end
        }
        Runtime.getRuntime().halt(0); // what it wrote is about to be removed
    }

    private static int serve(Engine engine) throws IOException {
        ServerSettings settings = ServerSettings.defaults().withPort(freePort());
        return LeatServer.start(engine, settings, Access.OPEN, new SimpleMeterRegistry())
                .port();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static int file(Path path) throws IOException {
        FileChannel file = FileChannel.open(path);
        int piece = ServerSettings.defaults().readBytes();
        return BareServer.start(loop -> new FileServer(file, piece));
    }
}
