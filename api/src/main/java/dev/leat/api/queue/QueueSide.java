package dev.leat.api.queue;

/** The end of a queue that messages are taken from. */
public enum QueueSide {
    /** What is delivered next. */
    HEAD,
    /** What would be delivered last. */
    TAIL
}
