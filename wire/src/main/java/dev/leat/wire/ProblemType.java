package dev.leat.wire;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types of the problems (RFC 9457) that are rejections, each with its status. The server's table of rejections writes them and
 * {@link ProblemReader} reads them.
 */
public enum ProblemType {
    STREAM_NOT_FOUND(404),
    STREAM_GONE(410),
    STREAM_EXISTS(409),
    STREAM_CLOSED(409),
    CONTENT_TYPE_MISMATCH(409),
    BODY_EMPTY(400),
    OFFSET_MALFORMED(400),
    JSON_MALFORMED(400),
    TOO_LARGE(413),
    PRODUCER_FENCED(403),
    EPOCH_UNSTARTED(400),
    PRODUCER_GAP(409),
    FORK_SOURCE_NOT_FOUND(404),
    FORK_SOURCE_GONE(409),
    FORK_OUT_OF_RANGE(400),
    SUBSCRIPTION_NOT_FOUND(404),
    SUBSCRIPTION_EXISTS(409),
    WAKE_FENCED(409),
    WAKE_CLAIMED(409),
    NOTHING_PENDING(409),
    ACK_OUT_OF_RANGE(409),
    QUEUE_NOT_FOUND(404),
    QUEUE_EXISTS(409),
    GROUP_NOT_FOUND(404),
    GROUP_EXISTS(409),
    MESSAGE_NOT_FOUND(404),
    TASK_NOT_FOUND(404),
    HANDLE_INVALID(400),
    QUEUE_FULL(429),
    TOO_MANY_WAITERS(429),
    IN_USE(409),
    DLQ_CYCLE(400),
    WAIT_TOO_LONG(400),
    BAD_ARGUMENT(400),
    SPANS_SHARDS(400),
    STREAM_FULL(507),
    STORAGE_FULL(507),
    DISK_FULL(507),
    FILES_EXHAUSTED(503),
    MEMORY_FULL(503),
    OVERLOADED(503),
    CREDENTIALS_REFUSED(401),
    ACCESS_REFUSED(403),
    RATE_EXCEEDED(429),
    OUTCOME_UNKNOWN(502),
    STORAGE_FAILED(500),
    SHUTTING_DOWN(503),
    UNAVAILABLE(503),
    LEASE_LOST(409),
    CONFLICT(409),
    SEQ_REGRESSION(409);

    /** How the {@code type} member of every problem begins. */
    public static final String URN = "urn:leat:problem:";

    private static final Map<String, ProblemType> BY_NAME = byName();

    private final int status;

    ProblemType(int status) {
        this.status = status;
    }

    private static Map<String, ProblemType> byName() {
        Map<String, ProblemType> types = new HashMap<>();
        for (ProblemType type : values()) {
            types.put(type.text(), type);
        }
        return types;
    }

    /** Returns the type without {@link #URN}, such as {@code stream-not-found}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the status code of answers with this type. */
    public int status() {
        return status;
    }

    /** Returns the type that the {@code type} member of a problem names; null if this version does not know it. */
    public static @Nullable ProblemType find(String urn) {
        return urn.startsWith(URN) ? BY_NAME.get(urn.substring(URN.length())) : null;
    }
}
