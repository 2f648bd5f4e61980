package dev.leat.http;

import dev.leat.http.exchange.Bounds;
import dev.leat.http.limit.RateSettings;
import dev.leat.http.stream.LiveSettings;
import dev.leat.http.subscription.WebhookSettings;
import dev.leat.http.tls.TlsSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a server. Start from {@link #defaults} and change what matters.
 *
 * @param port 0 for any free one
 * @param eventLoops how many threads serve connections
 * @param publicUrl what clients call this server, such as {@code https://streams.example.org}; null for what their Host
 *     says
 * @param readBytes the longest answer to one catch-up read, in bytes; it ends at a message's end
 * @param gzip whether to compress catch-up reads for clients that accept it
 * @param corsOrigins the origins whose pages may use this server, {@code *} for all, {@code loopback} for pages that
 *     the machine of the browser serves; null for {@code loopback} where no access is configured, else {@code *}
 * @param allowedHosts further names that clients may call this server by while no access is configured; {@code *} for
 *     any
 * @param accessLog whether to log each request
 * @param drain how long a stop waits for requests on their way
 */
public record ServerSettings(
        String host,
        int port,
        int eventLoops,
        @Nullable String publicUrl,
        int readBytes,
        boolean gzip,
        @Nullable List<String> corsOrigins,
        List<String> allowedHosts,
        Duration drain,
        Bounds bounds,
        LiveSettings live,
        WebhookSettings webhooks,
        @Nullable TlsSettings tls,
        RateSettings rates,
        boolean accessLog) {

    public static final int DEFAULT_PORT = 4437;

    public static ServerSettings defaults() {
        return new ServerSettings(
                "127.0.0.1",
                DEFAULT_PORT,
                Math.max(1, Runtime.getRuntime().availableProcessors()),
                null,
                4 << 20,
                true,
                null,
                List.of(),
                Duration.ofSeconds(10),
                Bounds.defaults(),
                LiveSettings.defaults(),
                WebhookSettings.defaults(),
                null,
                RateSettings.none(),
                false);
    }

    public ServerSettings withPort(int other) {
        return new ServerSettings(
                host,
                other,
                eventLoops,
                publicUrl,
                readBytes,
                gzip,
                corsOrigins,
                allowedHosts,
                drain,
                bounds,
                live,
                webhooks,
                tls,
                rates,
                accessLog);
    }

    public ServerSettings withEventLoops(int other) {
        return new ServerSettings(
                host,
                port,
                other,
                publicUrl,
                readBytes,
                gzip,
                corsOrigins,
                allowedHosts,
                drain,
                bounds,
                live,
                webhooks,
                tls,
                rates,
                accessLog);
    }

    public ServerSettings with(Bounds other) {
        return new ServerSettings(
                host,
                port,
                eventLoops,
                publicUrl,
                readBytes,
                gzip,
                corsOrigins,
                allowedHosts,
                drain,
                other,
                live,
                webhooks,
                tls,
                rates,
                accessLog);
    }

    public ServerSettings with(LiveSettings other) {
        return new ServerSettings(
                host,
                port,
                eventLoops,
                publicUrl,
                readBytes,
                gzip,
                corsOrigins,
                allowedHosts,
                drain,
                bounds,
                other,
                webhooks,
                tls,
                rates,
                accessLog);
    }

    public ServerSettings with(WebhookSettings other) {
        return new ServerSettings(
                host,
                port,
                eventLoops,
                publicUrl,
                readBytes,
                gzip,
                corsOrigins,
                allowedHosts,
                drain,
                bounds,
                live,
                other,
                tls,
                rates,
                accessLog);
    }

    public ServerSettings with(@Nullable TlsSettings other) {
        return new ServerSettings(
                host,
                port,
                eventLoops,
                publicUrl,
                readBytes,
                gzip,
                corsOrigins,
                allowedHosts,
                drain,
                bounds,
                live,
                webhooks,
                other,
                rates,
                accessLog);
    }

    public ServerSettings with(RateSettings other) {
        return new ServerSettings(
                host,
                port,
                eventLoops,
                publicUrl,
                readBytes,
                gzip,
                corsOrigins,
                allowedHosts,
                drain,
                bounds,
                live,
                webhooks,
                tls,
                other,
                accessLog);
    }
}
