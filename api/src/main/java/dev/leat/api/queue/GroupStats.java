package dev.leat.api.queue;

/** How often each thing happened in a group since the queue was created. */
public record GroupStats(
        long delivered,
        long acked,
        long nacked,
        long released,
        long rejected,
        long expired,
        long deadLettered,
        long parked,
        long dropped) {}
