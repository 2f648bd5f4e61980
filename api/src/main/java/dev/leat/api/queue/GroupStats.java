package dev.leat.api.queue;

/** What happened in a group since the queue was made. */
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
