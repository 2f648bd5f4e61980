package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;

/**
 * The result of creating a queue.
 *
 * @param isNew false if it was there already, configured the same way
 */
public record CreateQueueResult(boolean isNew, QueueConfig config) implements Outcome {}
