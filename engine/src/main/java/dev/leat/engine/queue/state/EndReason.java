package dev.leat.engine.queue.state;

/** How a message ended for a group. */
public enum EndReason {
    ACKED,
    /** It is in the dead-letter queue. */
    DEAD,
    CANCELLED,
    PURGED,
    EXPIRED,
    DROPPED,
    /** Its group is past it: a group that starts later, or was moved. */
    SKIPPED,
    /** A redrive has taken it to another queue. */
    MOVED,
    /** It was received and acked at once. */
    POPPED
}
