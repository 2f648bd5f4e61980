package dev.leat.http.metrics;

import java.util.Locale;

/** The reason why a request was refused before the engine was asked. */
public enum Refusal {
    /** The caller has no valid credentials, or is not allowed the action. */
    AUTH,
    /** The caller or the stream exceeds its rate. */
    RATE,
    /** The limit of connections is reached. */
    CONNECTIONS;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
