package dev.leat.http.access;

/** Somebody whose credentials are good. */
public interface Caller {

    /** A name for logs and rate limits, such as {@code key:orders-service} or {@code jwt:alice}; never a secret. */
    String name();

    /**
     * Whether they may do this to what is at a path. Paths have no leading slash; what is no stream has an empty path; for actions
     * on queues it is the queue's name.
     */
    default boolean may(Action action, String path) {
        return ranges(action).covers(path);
    }

    /** Where they may do this: ranges of paths of streams, or of names of queues. */
    NameRanges ranges(Action action);

    /** Whether they proved who they are; otherwise they share their name with everybody. */
    default boolean isAuthenticated() {
        return true;
    }
}
