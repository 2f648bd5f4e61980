package dev.leat.bench.queue;

import dev.leat.bench.http.client.Server;
import dev.leat.bench.queue.protocol.AmqpSession;
import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Parses the address of a server of queues: {@code http://host:port/v1/queues}, {@code redis://host:port} or {@code amqp://user:password@host:port}. */
final class QueueUrl {
    private static final String QUORUM = "type=quorum";

    private QueueUrl() {}

    /**
     * With {@code name=} before it if the table shall have another.
     *
     * @param key for servers of Leat
     */
    static QueueServer parse(String text, @Nullable String key) {
        int equals = text.indexOf('=');
        boolean named = equals > 0 && equals < text.indexOf("://");
        URI uri = URI.create(named ? text.substring(equals + 1) : text);
        String scheme = String.valueOf(uri.getScheme());
        String name = named ? text.substring(0, equals) : usualName(scheme);
        if (uri.getHost() == null || (uri.getPort() < 0 && !scheme.equals("http"))) {
            throw new IllegalArgumentException("a URL has a host and a port: " + text);
        }
        InetSocketAddress address = new InetSocketAddress(uri.getHost(), Math.max(0, uri.getPort()));
        return switch (scheme) {
            case "http" -> new LeatQueueServer(Server.parse(name + "=" + uri).withKey(key));
            case "redis" -> new RedisServer(name, address);
            case "amqp" -> new RabbitServer(name, address, login(uri), type(uri));
            default -> throw new IllegalArgumentException("a URL begins with http, redis or amqp: " + text);
        };
    }

    private static String usualName(String scheme) {
        return switch (scheme) {
            case "http" -> "leat";
            case "amqp" -> "rabbitmq";
            default -> scheme;
        };
    }

    private static AmqpSession.Login login(URI uri) {
        String[] parts = String.valueOf(uri.getUserInfo()).split(":", 2);
        return parts.length == 2 ? new AmqpSession.Login(parts[0], parts[1]) : new AmqpSession.Login("guest", "guest");
    }

    private static String type(URI uri) {
        return QUORUM.equals(uri.getQuery()) ? "quorum" : "classic";
    }
}
