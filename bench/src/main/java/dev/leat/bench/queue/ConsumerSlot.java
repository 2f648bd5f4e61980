package dev.leat.bench.queue;

/**
 * A place at a queue.
 *
 * @param consumer the name of who sits there
 * @param most how many messages it takes at once
 */
record ConsumerSlot(String queue, String consumer, int most) {}
