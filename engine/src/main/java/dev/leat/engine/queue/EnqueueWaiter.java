package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Call;

/** Somebody who waits for room to enqueue. */
final class EnqueueWaiter extends Waiter<QueueOutcome.Enqueued> {
    final QueueCommand.Enqueue command;

    EnqueueWaiter(
            Call call,
            QueueCommand.Enqueue command,
            long until,
            long number,
            Reply<? super QueueOutcome.Enqueued> reply) {
        super(call, until, number, reply);
        this.command = command;
    }
}
