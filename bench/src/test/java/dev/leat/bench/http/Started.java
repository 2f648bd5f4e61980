package dev.leat.bench.http;

import dev.leat.Leat;
import dev.leat.api.spi.Engine;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.StreamPath;
import dev.leat.bench.http.client.Server;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A server in this process, over an engine without a disk. */
public record Started(Leat leat, LeatServer http) implements AutoCloseable {

    public static Started plain() {
        return over(UnaryOperator.identity());
    }

    /** One that wants to know who asks. */
    static Started guarded(Access access) {
        return start(Leat.inMemory(), UnaryOperator.identity(), access);
    }

    /** One whose engine is not quite what it should be. */
    static Started over(UnaryOperator<Engine> change) {
        return start(Leat.inMemory(), change, Access.OPEN);
    }

    private static Started start(Leat leat, UnaryOperator<Engine> change, Access access) {
        ServerSettings settings = ServerSettings.defaults().withPort(freePort());
        return new Started(
                leat, LeatServer.start(change.apply(leat.engine()), settings, access, new SimpleMeterRegistry()));
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + http.port() + "/v1/stream";
    }

    ScratchStreams scratch() {
        return new ScratchStreams(Server.parse(url()), "bench");
    }

    /** How many bytes the messages of all streams have. */
    long bytes() {
        long bytes = 0;
        for (StreamPath path : leat.find("", null, 10_000).paths()) {
            bytes += bytes(leat.stream(path.value()));
        }
        return bytes;
    }

    private static long bytes(DurableStream stream) {
        long bytes = 0;
        Messages messages = stream.read();
        while (true) {
            for (Message message : messages) {
                bytes += message.payload().length;
            }
            if (messages.upToDate()) {
                return bytes;
            }
            messages = stream.read(messages.next());
        }
    }

    int streams() {
        return leat.find("", null, 10_000).paths().size();
    }

    @Override
    public void close() {
        http.stop(Duration.ZERO);
        leat.close();
    }
}
