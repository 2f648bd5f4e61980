package dev.leat.engine.queue;

import dev.leat.api.QueueName;

/**
 * A message on its way to a queue that may be on another shard. The one it leaves keeps it until it has arrived.
 *
 * @param from the queue that it leaves
 * @param origin its place there
 */
record Transfer(QueueName from, TransferSource origin, QueueName to, TransferredMessage arrival) {}
