package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.raw.Wire;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A server with one event loop, so that a second connection can tell what the loop has heard of the first. */
final class WireServer implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final RunningServer server;
    private final RawConnection pulse;
    private int streams;

    private WireServer(ServerSettings settings) throws IOException {
        server = RunningServer.inMemory(settings.withEventLoops(1));
        pulse = connect();
    }

    static WireServer start(Wire wire) throws IOException {
        return start(wire, ServerSettings.defaults());
    }

    static WireServer start(Wire wire, ServerSettings settings) throws IOException {
        return start(wire.applyTo(settings));
    }

    static WireServer start(ServerSettings settings) throws IOException {
        return new WireServer(settings);
    }

    RunningServer running() {
        return server;
    }

    RawConnection connect() throws IOException {
        RawConnection connection = server.connect();
        connection.socket().setSoTimeout(PATIENCE_MILLIS);
        return connection;
    }

    /** One request on a connection of its own. */
    RawResponse ask(RawRequest request) throws IOException {
        try (RawConnection connection = connect()) {
            return connection.ask(request);
        }
    }

    /** Makes an empty stream of text, and returns its URL's path. */
    String stream() throws IOException {
        streams++;
        String stream = "/v1/stream/s" + streams;
        assertThat(ask(RawRequest.put(stream, "text/plain")).status()).isEqualTo(201);
        return stream;
    }

    String content(String stream) throws IOException {
        return new String(server.readAll(stream), StandardCharsets.UTF_8);
    }

    /** Nothing was appended, nor is on its way: what is appended now is the first. */
    void assertUntouched(String stream) throws IOException {
        assertThat(ask(RawRequest.post(stream, "text/plain", "first")).status()).isEqualTo(204);
        assertThat(content(stream)).isEqualTo("first");
    }

    /** The head of an append as far as its type; the rest is up to the test. */
    static String post(String stream) {
        return "POST " + stream + " HTTP/1.1\r\nHost: leat.localhost\r\nContent-Type: text/plain\r\n";
    }

    static String append(String stream, String text) {
        return post(stream) + "Content-Length: " + text.length() + "\r\n\r\n" + text;
    }

    static String chunked(String stream, String chunks) {
        return post(stream) + "Transfer-Encoding: chunked\r\n\r\n" + chunks;
    }

    static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: leat.localhost\r\n\r\n";
    }

    /** Returns when the server has read what was sent before: what is sent next comes to it as another packet. */
    void heard() throws IOException {
        assertThat(pulse.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
    }

    void sendInPieces(RawConnection connection, String... pieces) throws IOException {
        for (String piece : pieces) {
            connection.send(piece);
            heard();
        }
    }

    void sendByteByByte(RawConnection connection, String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            connection.send(text.substring(i, i + 1));
            heard();
        }
    }

    /** The next answer, or null if the connection ends instead. */
    static @Nullable RawResponse answerOrEnd(RawConnection connection) throws IOException {
        try {
            return connection.answer();
        } catch (EOFException e) {
            assertThat(e).hasMessage("closed"); // between two answers, not inside of one
            return null;
        } catch (SocketException | SSLException e) {
            return null; // reset
        }
    }

    @Override
    public void close() throws IOException {
        pulse.close();
        server.close();
    }
}
