package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Not built yet. */
final class SettleCall extends QueueCall<QueueOutcome.Settled> {
    private final QueueCommand.Settle command;

    SettleCall(QueueShard shard, QueueCommand.Settle command, Reply<? super QueueOutcome.Settled> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        rejected(new Rejection.BadArgument("not built yet: " + command));
    }
}
