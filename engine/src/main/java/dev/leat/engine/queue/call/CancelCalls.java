package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.EndReason;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import java.util.TreeSet;

/** Decisions about commands that remove messages for all groups. */
public final class CancelCalls {

    private final ShardScope scope;

    public CancelCalls(ShardScope scope) {
        this.scope = scope;
    }

    /**
     * Removes one message for all groups.
     *
     * @param number of the queue in which the message was found
     * @param at its position there
     */
    Decision<QueueOutcome.Cancelled> cancel(
            Queue queue, QueueCommand.Cancel command, long number, long at, Changes changes) {
        if (queue.number != number || !queue.has(at)) {
            return Decision.reject(new Rejection.MessageNotFound(queue.name, command.message()));
        }
        if (queue.isMoving(at)) {
            return Decision.reject(new Rejection.InUse("the message is on its way to another queue"));
        }
        if (queue.isLeased(at) && !command.force()) {
            return Decision.reject(new Rejection.InUse("the message is leased"));
        }
        scope.remove(queue, at, EndReason.CANCELLED, changes);
        return Decision.accept(new QueueOutcome.Cancelled());
    }

    /** Removes messages by their seqs, whichever consumer has leased them. */
    Decision<QueueOutcome.CancelledAll> cancelAll(Queue queue, QueueCommand.CancelAll command, Changes changes) {
        if (queue.config.priority()) {
            return Decision.reject(
                    new Rejection.BadArgument("the messages of a queue with priorities are cancelled one by one"));
        }
        int cancelled = 0;
        for (long seq : new TreeSet<>(command.seqs())) {
            long at = Position.first(0) + seq;
            if (seq >= 0 && queue.has(at) && !queue.isMoving(at)) {
                scope.remove(queue, at, EndReason.CANCELLED, changes);
                cancelled++;
            }
        }
        return Decision.accept(new QueueOutcome.CancelledAll(cancelled));
    }
}
