package dev.leat.api.queue;

/** Which messages a purge removes. */
public enum PurgeScope {
    /** All messages that are there. */
    ALL,
    /** What is ready, scheduled or blocked. */
    READY,
    /** What is parked. */
    DEAD
}
