package dev.leat.bench.http;

import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Who is measured.
 *
 * @param name what the table calls it
 * @param authority what the Host header says
 * @param pid its process, if known and here
 * @param base the path below which its streams, or its queues, are, without a slash at the end
 */
public record Server(
        String name,
        String authority,
        InetSocketAddress address,
        String base,
        @Nullable Long pid) {

    /** Reads {@code http://host:port/path}, with {@code name=} before it if the table shall have one. */
    public static Server parse(String text) {
        int scheme = text.indexOf("://");
        int equals = text.indexOf('=');
        boolean named = equals > 0 && equals < scheme;
        URI uri = URI.create(named ? text.substring(equals + 1) : text);
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException("not a server's URL, such as http://127.0.0.1:4437/v1/stream: " + text);
        }
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        String authority = uri.getHost() + ":" + port;
        String name = named ? text.substring(0, equals) : authority;
        String base = uri.getRawPath().replaceFirst("/+$", "");
        return new Server(name, authority, new InetSocketAddress(uri.getHost(), port), base, null);
    }

    /** The same with something else below it. */
    public Server withBase(String path) {
        return new Server(name, authority, address, path, pid);
    }

    Server withPid(long process) {
        return new Server(name, authority, address, base, process);
    }
}
