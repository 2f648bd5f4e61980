package dev.leat.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to serve. Start from {@link #defaults} and change what matters.
 *
 * @param port 0 for any free one
 * @param eventLoops how many threads serve connections
 * @param publicUrl what clients call this server, such as {@code https://streams.example.org}; null for what their Host says
 * @param readBytes the longest answer to one catch-up read, in bytes; it ends at a message's end
 * @param gzip whether to compress catch-up reads for those who accept it
 * @param corsOrigins the origins whose pages may use this server; {@code *} for all
 * @param drain how long a stop waits for requests on their way
 */
public record ServerSettings(
        String host,
        int port,
        int eventLoops,
        @Nullable String publicUrl,
        int readBytes,
        boolean gzip,
        List<String> corsOrigins,
        Duration drain,
        Bounds bounds,
        Live live,
        @Nullable Tls tls) {

    public static final int DEFAULT_PORT = 4437;

    /**
     * What one client may ask of the server.
     *
     * @param bodyBytes the longest request body
     * @param headerBytes the longest header block; a request line may be as long
     * @param connections how many there may be at once
     * @param idle how long a connection may stay without a request; also how long a request's head may take
     * @param body how long a request's body may take
     * @param stalled how long a client may leave an answer unread before its connection is cut
     */
    public record Bounds(
            int bodyBytes, int headerBytes, int connections, Duration idle, Duration body, Duration stalled) {

        public static Bounds defaults() {
            return new Bounds(
                    16 << 20, 16 << 10, 50_000, Duration.ofSeconds(75), Duration.ofSeconds(60), Duration.ofSeconds(30));
        }
    }

    /**
     * How followers are served.
     *
     * @param longPoll how long a long-poll waits for messages
     * @param sse how long an SSE connection lasts before the client has to come again
     * @param heartbeat how often an idle SSE connection gets a comment, so that proxies keep it open
     * @param queueBytes what may wait for a slow follower; it reads on from the stream when that is sent
     * @param cursorInterval how long cached long-polls may be shared
     */
    public record Live(Duration longPoll, Duration sse, Duration heartbeat, int queueBytes, Duration cursorInterval) {

        public static Live defaults() {
            return new Live(
                    Duration.ofSeconds(25),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(15),
                    64 << 10,
                    Duration.ofSeconds(20));
        }

        public Live withLongPoll(Duration wait) {
            return new Live(wait, sse, heartbeat, queueBytes, cursorInterval);
        }
    }

    /**
     * Certificates: a chain and a key in PEM files, or one PKCS#12 file with its password.
     *
     * @param reload how often to look for new ones
     */
    public record Tls(
            @Nullable Path certificate,
            @Nullable Path key,
            @Nullable Path pkcs12,
            @Nullable String password,
            Duration reload) {

        @Override
        public String toString() {
            return "Tls[certificate=" + certificate + ", pkcs12=" + pkcs12 + "]"; // never the password
        }
    }

    public static ServerSettings defaults() {
        return new ServerSettings(
                "127.0.0.1",
                DEFAULT_PORT,
                Math.max(1, Runtime.getRuntime().availableProcessors()),
                null,
                4 << 20,
                true,
                List.of("*"),
                Duration.ofSeconds(10),
                Bounds.defaults(),
                Live.defaults(),
                null);
    }

    public ServerSettings withPort(int number) {
        return new ServerSettings(
                host, number, eventLoops, publicUrl, readBytes, gzip, corsOrigins, drain, bounds, live, tls);
    }

    public ServerSettings with(Live other) {
        return new ServerSettings(
                host, port, eventLoops, publicUrl, readBytes, gzip, corsOrigins, drain, bounds, other, tls);
    }

    public ServerSettings with(Bounds other) {
        return new ServerSettings(
                host, port, eventLoops, publicUrl, readBytes, gzip, corsOrigins, drain, other, live, tls);
    }

    public ServerSettings with(@Nullable Tls other) {
        return new ServerSettings(
                host, port, eventLoops, publicUrl, readBytes, gzip, corsOrigins, drain, bounds, live, other);
    }
}
