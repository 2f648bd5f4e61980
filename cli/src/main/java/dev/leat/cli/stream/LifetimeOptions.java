package dev.leat.cli.stream;

import dev.leat.api.stream.Lifetime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the lifetime of a stream. */
final class LifetimeOptions {

    @Option(
            names = "--ttl",
            paramLabel = "DURATION",
            description = "It ends when it was neither read nor written for so long: 30s, 5m, 2h, 7d.")
    private @Nullable Duration ttl;

    @Option(names = "--expires-at", paramLabel = "MOMENT", description = "It ends then: 2030-01-31T12:00:00Z.")
    private @Nullable Instant expiresAt;

    boolean isContradictory() {
        return ttl != null && expiresAt != null;
    }

    /** Returns the lifetime; null if no option is given. */
    @Nullable
    Lifetime lifetime() {
        if (ttl != null) {
            return Lifetime.idle(ttl);
        }
        return expiresAt == null ? null : Lifetime.until(expiresAt);
    }

    static String words(Lifetime lifetime) {
        return switch (lifetime) {
            case Lifetime.Forever ignored -> "forever";
            case Lifetime.Idle idle -> "until it is unused for " + idle.ttl().toSeconds() + "s";
            case Lifetime.Until until -> "until " + until.moment();
        };
    }
}
