package dev.leat.http.metrics;

import java.util.Locale;

/** The way in which a client waits for new messages. */
public enum FollowerKind {
    SSE,
    LONG_POLL,
    /** Waits for messages of a queue. */
    RECEIVE;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
