package dev.leat.api.queue;

/** The end of a queue that messages are taken from. */
public enum QueueSide {
    /** The end from which the next message is delivered. */
    HEAD,
    /** The end whose message would be delivered last. */
    TAIL
}
