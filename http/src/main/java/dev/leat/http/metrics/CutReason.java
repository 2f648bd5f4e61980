package dev.leat.http.metrics;

import java.util.Locale;

/** Why a connection was cut. */
public enum CutReason {
    /** Its client left an answer unread for too long. */
    STALLED,

    /** It was among those furthest behind when all of them held too much. */
    UNSENT;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
