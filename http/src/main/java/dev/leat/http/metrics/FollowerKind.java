package dev.leat.http.metrics;

import java.util.Locale;

/** How somebody stays live. */
public enum FollowerKind {
    SSE,
    LONG_POLL,
    /** Waits for messages of a queue. */
    RECEIVE;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
