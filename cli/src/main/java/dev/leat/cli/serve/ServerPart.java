package dev.leat.cli.serve;

import dev.leat.cli.config.FailureText;
import dev.leat.cli.config.SettingException;
import dev.leat.cli.config.SettingValues;
import dev.leat.http.ServerSettings;
import dev.leat.http.exchange.Bounds;
import dev.leat.http.exchange.Cors;
import dev.leat.http.stream.LiveSettings;
import dev.leat.http.subscription.WebhookSettings;
import dev.leat.http.tls.TlsSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings of the HTTP server. */
final class ServerPart {

    private ServerPart() {}

    static ServerSettings of(SettingValues config) {
        ServerSettings defaults = ServerSettings.defaults();
        return new ServerSettings(
                config.get(ServeTable.HOST),
                config.get(ServeTable.PORT),
                config.find(ServeTable.EVENT_LOOPS).orElse(defaults.eventLoops()),
                config.find(ServeTable.PUBLIC_URL).map(ServerPart::base).orElse(null),
                config.get(ServeTable.READ_BYTES),
                config.get(ServeTable.GZIP),
                origins(config),
                hosts(config),
                config.get(ServeTable.DRAIN),
                bounds(config),
                live(config),
                webhooks(config),
                tls(config),
                AccessPart.rates(config),
                config.get(ServeTable.ACCESS_LOG));
    }

    /** Returns the URL without a slash at its end, so that paths can be appended. */
    private static String base(URI url) {
        String text = url.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private static @Nullable List<String> origins(SettingValues config) {
        List<String> origins = config.find(ServeTable.CORS_ORIGINS).orElse(null);
        if (origins != null) {
            try {
                new Cors(origins);
            } catch (IllegalArgumentException e) {
                throw new SettingException(config.source(ServeTable.CORS_ORIGINS) + ": " + e.getMessage());
            }
        }
        return origins;
    }

    private static List<String> hosts(SettingValues config) {
        List<String> names = config.get(ServeTable.ALLOWED_HOSTS);
        for (String name : names) {
            if (!name.matches("\\*|[\\w.-]+")) {
                throw new SettingException(config.source(ServeTable.ALLOWED_HOSTS)
                        + ": not a name such as leat.example.org, without scheme and port: " + name);
            }
        }
        return names;
    }

    private static Bounds bounds(SettingValues config) {
        return new Bounds(
                config.get(ServeTable.BODY_BYTES),
                Bounds.SIXTH_OF_HEAP,
                config.find(ServeTable.UNSENT_BYTES).orElse(Bounds.QUARTER_OF_DIRECT_MEMORY),
                config.get(ServeTable.HEADER_BYTES),
                config.find(ServeTable.CONNECTIONS).orElse(Bounds.CONNECTIONS),
                config.get(ServeTable.IDLE),
                config.get(ServeTable.BODY),
                config.get(ServeTable.STALLED));
    }

    private static LiveSettings live(SettingValues config) {
        return new LiveSettings(
                config.get(ServeTable.LONG_POLL),
                config.get(ServeTable.SSE),
                config.get(ServeTable.HEARTBEAT),
                config.get(ServeTable.QUEUE_BYTES),
                config.get(ServeTable.CURSOR_INTERVAL));
    }

    private static WebhookSettings webhooks(SettingValues config) {
        boolean allowPrivate = config.get(ServeTable.WEBHOOK_ALLOW_PRIVATE);
        return new WebhookSettings(
                allowPrivate || config.get(ServeTable.WEBHOOK_ALLOW_LOOPBACK),
                allowPrivate,
                config.get(ServeTable.WEBHOOK_CONCURRENCY),
                config.get(ServeTable.WEBHOOK_PER_HOST),
                config.get(ServeTable.WEBHOOK_CONNECT),
                config.get(ServeTable.WEBHOOK_TOTAL),
                config.get(ServeTable.WEBHOOK_ANSWER_BYTES),
                config.get(ServeTable.WEBHOOK_TOKEN_LIFE));
    }

    private static @Nullable TlsSettings tls(SettingValues config) {
        boolean pem = config.isGiven(ServeTable.TLS_CERTIFICATE);
        boolean pkcs12 = config.isGiven(ServeTable.TLS_PKCS12);
        if (pem && pkcs12) {
            throw new SettingException(
                    config.source(ServeTable.TLS_PKCS12) + ": there is tls-certificate already; keep one of the two");
        }
        if (pem != config.isGiven(ServeTable.TLS_KEY)) {
            throw new SettingException(config.source(pem ? ServeTable.TLS_CERTIFICATE : ServeTable.TLS_KEY)
                    + ": tls-certificate and tls-key go together; set both");
        }
        if (config.isGiven(ServeTable.TLS_PASSWORD_FILE) && !pkcs12) {
            throw new SettingException(
                    config.source(ServeTable.TLS_PASSWORD_FILE) + ": there is no tls-pkcs12 that it is for");
        }
        return pem || pkcs12 ? certificates(config) : null;
    }

    private static TlsSettings certificates(SettingValues config) {
        return new TlsSettings(
                config.find(ServeTable.TLS_CERTIFICATE).orElse(null),
                config.find(ServeTable.TLS_KEY).orElse(null),
                config.find(ServeTable.TLS_PKCS12).orElse(null),
                config.find(ServeTable.TLS_PASSWORD_FILE)
                        .map(file -> secret(file, config))
                        .orElse(null),
                config.get(ServeTable.TLS_RELOAD));
    }

    /** Returns the secret in a file. Messages do not quote the path: it can be the secret itself by mistake. */
    private static String secret(Path file, SettingValues config) {
        try {
            return Files.readString(file).stripTrailing();
        } catch (IOException e) {
            throw new SettingException(
                    config.source(ServeTable.TLS_PASSWORD_FILE) + ": cannot read that file: " + FailureText.of(e));
        }
    }
}
