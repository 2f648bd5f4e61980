package dev.leat.http.metrics;

import java.util.Locale;

/** Why the server did not even ask the engine. */
public enum Refusal {
    /** Who it is, or that they may, was not shown. */
    AUTH,
    /** They ask too often. */
    RATE,
    /** There are as many connections as there may be. */
    CONNECTIONS;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
