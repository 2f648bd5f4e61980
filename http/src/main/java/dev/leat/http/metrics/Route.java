package dev.leat.http.metrics;

import java.util.Locale;

/** What a request is about, for metrics: never its path, of which there are too many. */
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
    /** Nothing that is served. */
    OTHER;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Its name in metrics. */
    public String label() {
        return label;
    }
}
