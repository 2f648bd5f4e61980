package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.EndReason;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import java.util.TreeSet;

/** Calls that remove messages for all groups. */
public final class CancelCalls {

    private final ShardScope scope;

    public CancelCalls(ShardScope scope) {
        this.scope = scope;
    }

    /** Removes one message for all groups. */
    final class CancelCall extends QueueCall<QueueOutcome.Cancelled> {
        private final QueueCommand.Cancel command;
        private final long number;
        private final long at;

        /**
         * @param number of the queue in which the message was found
         * @param at its position there
         */
        CancelCall(QueueCommand.Cancel command, long number, long at, Reply<? super QueueOutcome.Cancelled> reply) {
            super(scope.table(), command.queue(), reply);
            this.command = command;
            this.number = number;
            this.at = at;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            if (queue.number != number || !queue.has(at)) {
                rejected(new Rejection.MessageNotFound(name, command.message()));
            } else if (queue.isMoving(at)) {
                rejected(new Rejection.InUse("the message is on its way to another queue"));
            } else if (queue.isLeased(at) && !command.force()) {
                rejected(new Rejection.InUse("the message is leased"));
            } else {
                scope.remove(queue, at, EndReason.CANCELLED, changes);
                decided(new QueueOutcome.Cancelled());
            }
        }
    }

    /** Removes messages by their seqs, whichever consumer has leased them. */
    final class CancelAllCall extends QueueCall<QueueOutcome.CancelledAll> {
        private final QueueCommand.CancelAll command;

        CancelAllCall(QueueCommand.CancelAll command, Reply<? super QueueOutcome.CancelledAll> reply) {
            super(scope.table(), command.queue(), reply);
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
                if (seq >= 0 && queue.has(at) && !queue.isMoving(at)) {
                    scope.remove(queue, at, EndReason.CANCELLED, changes);
                    cancelled++;
                }
            }
            decided(new QueueOutcome.CancelledAll(cancelled));
        }
    }
}
