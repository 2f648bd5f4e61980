package dev.leat.bench.queue;

/**
 * A consumer of a queue.
 *
 * @param consumer its name
 * @param most how many messages it takes at once
 */
record ConsumerSlot(String queue, String consumer, int most) {}
