package dev.leat.http.subscription;

import io.vertx.core.Future;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Rules for the destinations of webhooks, so that a client cannot use this server to reach what only the server can
 * reach. What counts are addresses, not names: a request goes to an address that was checked, and not to what the name
 * resolves to a moment later.
 */
final class Destinations {
    private static final List<InetAddress> LOCALHOST = List.of(literal("127.0.0.1"), literal("::1"));

    private final WebhookSettings settings;
    private final Resolver resolver;

    Destinations(WebhookSettings settings, Resolver resolver) {
        this.settings = settings;
        this.resolver = resolver;
    }

    /** A destination that may be called, at any of its addresses. */
    record Destination(WebhookUrl url, List<InetAddress> addresses) {}

    /** Fails with a {@link RefusedUrl} if it must not be called, with something else if it cannot be found out now. */
    Future<Destination> find(String text) {
        try {
            WebhookUrl url = WebhookUrl.parse(text);
            if (url.isLocalhost()) {
                return Future.succeededFuture(allowed(url, LOCALHOST));
            }
            InetAddress literal = url.literal();
            if (literal != null) {
                return Future.succeededFuture(allowed(url, List.of(literal)));
            }
            if (!url.tls() && !settings.allowPrivate()) {
                throw needsTls();
            }
            return resolver.resolve(url.host())
                    .timeout(settings.connect().toMillis(), TimeUnit.MILLISECONDS)
                    .map(addresses -> allowed(url, addresses));
        } catch (RefusedUrl e) {
            return Future.failedFuture(e);
        }
    }

    private Destination allowed(WebhookUrl url, List<InetAddress> addresses) {
        for (InetAddress address : addresses) {
            check(url, Reach.of(address));
        }
        return new Destination(url, addresses);
    }

    private void check(WebhookUrl url, Reach reach) {
        switch (reach) {
            case PUBLIC -> {
                if (!url.tls()) {
                    throw needsTls();
                }
            }
            case LOOPBACK -> {
                boolean named = !url.isLocalhost() && url.literal() == null;
                if (!settings.allowLoopback() || (named && !settings.allowPrivate())) {
                    throw new RefusedUrl("webhooks on this server's own machine are not allowed");
                }
            }
            case PRIVATE -> {
                if (!settings.allowPrivate()) {
                    throw new RefusedUrl("webhooks in private networks are not allowed");
                }
            }
            case FORBIDDEN -> throw new RefusedUrl("no webhook can have this address");
        }
    }

    private static RefusedUrl needsTls() {
        return new RefusedUrl("a webhook is called by https");
    }

    private static InetAddress literal(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
