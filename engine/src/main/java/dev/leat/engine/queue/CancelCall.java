package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Removes a message for all groups. */
final class CancelCall extends QueueCall<QueueOutcome.Cancelled> {
    private final QueueCommand.Cancel command;
    private final long number;
    private final long at;

    /**
     * @param number of the queue that the message was found in
     * @param at where it was found
     */
    CancelCall(
            QueueShard shard,
            QueueCommand.Cancel command,
            long number,
            long at,
            Reply<? super QueueOutcome.Cancelled> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
        this.number = number;
        this.at = at;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        if (queue.number != number || !queue.has(at)) {
            rejected(new Rejection.MessageNotFound(name, command.message()));
        } else if (Removals.isMoving(queue, at)) {
            rejected(new Rejection.InUse("the message is on its way to another queue"));
        } else if (Removals.isLeased(queue, at) && !command.force()) {
            rejected(new Rejection.InUse("the message is leased"));
        } else {
            shard.cancelling().remove(queue, at, EndReason.CANCELLED, changes);
            decided(new QueueOutcome.Cancelled());
        }
    }
}
