package dev.leat.api.queue;

/** What is meant. */
public enum PurgeScope {
    ALL,
    /** What is ready, scheduled or blocked. */
    READY,
    /** What is parked. */
    DEAD
}
