package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.TreeSet;

/** Removes messages by their seqs, whoever has them. */
final class CancelAllCall extends QueueCall<QueueOutcome.CancelledAll> {
    private final QueueCommand.CancelAll command;

    CancelAllCall(QueueShard shard, QueueCommand.CancelAll command, Reply<? super QueueOutcome.CancelledAll> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        if (queue.config.priority()) {
            rejected(new Rejection.BadArgument("the messages of a queue with priorities are cancelled one by one"));
            return;
        }
        int cancelled = 0;
        for (long seq : new TreeSet<>(command.seqs())) {
            long at = Position.first(0) + seq;
            if (seq >= 0 && queue.has(at) && !Removals.isMoving(queue, at)) {
                shard.cancelling().remove(queue, at, EndReason.CANCELLED, changes);
                cancelled++;
            }
        }
        decided(new QueueOutcome.CancelledAll(cancelled));
    }
}
