package dev.leat.http.metrics;

import java.util.Locale;

/** Class of a request in metrics. Never its path: there are too many of them. */
public enum Route {
    STREAM_CREATE,
    STREAM_APPEND,
    STREAM_READ,
    STREAM_LONG_POLL,
    STREAM_SSE,
    STREAM_HEAD,
    STREAM_DELETE,
    STREAM_LIST,
    SUBSCRIPTION,
    QUEUE_MANAGE,
    QUEUE_BROWSE,
    QUEUE_ENQUEUE,
    QUEUE_RECEIVE,
    QUEUE_SETTLE,
    PRESENCE,
    TRANSACTION,
    ROOT,
    HEALTH,
    METRICS,
    OPENAPI,
    BACKUP,
    /** No route of the server. */
    OTHER;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Returns the name in metrics. */
    public String label() {
        return label;
    }
}
