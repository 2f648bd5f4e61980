package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Not built yet. */
final class CancelCall extends QueueCall<QueueOutcome.Cancelled> {
    private final QueueCommand.Cancel command;

    CancelCall(QueueShard shard, QueueCommand.Cancel command, Reply<? super QueueOutcome.Cancelled> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        rejected(new Rejection.BadArgument("not built yet: " + command));
    }
}
