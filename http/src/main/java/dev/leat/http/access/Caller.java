package dev.leat.http.access;

/** The authenticated sender of a request. */
public interface Caller {

    /** A name for logs and rate limits, such as {@code key:orders-service} or {@code jwt:alice}; never a secret. */
    String name();

    /**
     * Returns whether this caller may do this to what is at a path. Paths have no leading slash; what is no stream has
     * an empty path; for actions on queues it is the queue's name.
     */
    default boolean may(Action action, String path) {
        return ranges(action).covers(path);
    }

    /** Returns where this caller may do this: ranges of paths of streams, or of names of queues. */
    NameRanges ranges(Action action);

    /** Returns whether credentials proved this caller's name; otherwise all callers share one name. */
    default boolean isAuthenticated() {
        return true;
    }
}
