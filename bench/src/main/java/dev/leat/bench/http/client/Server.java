package dev.leat.bench.http.client;

import dev.leat.bench.run.BenchException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A server that is measured.
 *
 * @param name what the table calls it
 * @param authority what the Host header says
 * @param pid its process, if known and here
 * @param key an API key or token for it; null for none
 * @param base the path below which its streams, or its queues, are, without a slash at the end
 */
public record Server(
        String name,
        String authority,
        InetSocketAddress address,
        String base,
        @Nullable Long pid,
        @Nullable String key) {

    /** As {@code leat serve} starts one. */
    public static final String STANDARD = "http://127.0.0.1:4437";

    /** Where the streams of a server of Leat are. */
    private static final String STREAMS = "/v1/stream";

    private static final int PATIENCE_MILLIS = 10_000;

    /** Reads {@code http://host:port/path}, with {@code name=} before it if the table shall have one. Without a path it is Leat. */
    public static Server parse(String text) {
        int scheme = text.indexOf("://");
        int equals = text.indexOf('=');
        boolean named = equals > 0 && equals < scheme;
        URI uri = URI.create(named ? text.substring(equals + 1) : text);
        if ("https".equals(uri.getScheme())) {
            throw new IllegalArgumentException("measuring is over http, without TLS: " + text);
        }
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException("not a server's URL, such as http://127.0.0.1:4437/v1/stream: " + text);
        }
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        String authority = uri.getHost() + ":" + port;
        String name = named ? text.substring(0, equals) : authority;
        String base = uri.getRawPath().replaceFirst("/+$", "");
        return new Server(
                name,
                authority,
                new InetSocketAddress(uri.getHost(), port),
                base.isEmpty() ? STREAMS : base,
                null,
                null);
    }

    /** @throws BenchException if no server listens there */
    public void requireThere() {
        try (Socket socket = new Socket()) {
            socket.connect(address, PATIENCE_MILLIS);
        } catch (IOException e) {
            String way = address.getAddress() != null && address.getAddress().isLoopbackAddress()
                    ? "; start one with ./leat serve"
                    : ": " + e.getMessage();
            throw new BenchException("no server at " + authority + way, e);
        }
    }

    /** The same with something else below it. */
    public Server withBase(String path) {
        return new Server(name, authority, address, path, pid, key);
    }

    public Server withPid(long process) {
        return new Server(name, authority, address, base, process, key);
    }

    /** Returns the same server with a key for its requests. */
    public Server withKey(@Nullable String value) {
        return new Server(name, authority, address, base, pid, value);
    }

    /** Returns the header with the credentials of every request. */
    public String credentials() {
        return key == null ? "" : "Authorization: Bearer " + key + "\r\n";
    }

    @Override
    public String toString() {
        return name + " at " + authority + base; // never the key
    }
}
