package dev.leat.engine.queue.state;

/** Why a group is done with a message. The order is on disk. */
public enum RemovalReason {
    ACKED,
    /** Became a dead letter that has arrived. */
    DEAD,
    CANCELLED,
    PURGED,
    EXPIRED,
    DROPPED,
    /** Skipped by the group, which started later or was moved. */
    SKIPPED,
    /** Moved to another queue by a redrive. */
    MOVED,
    /** Received and acked in one call. */
    POPPED
}
