package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Not built yet. */
final class CancelAllCall extends QueueCall<QueueOutcome.CancelledAll> {
    private final QueueCommand.CancelAll command;

    CancelAllCall(QueueShard shard, QueueCommand.CancelAll command, Reply<? super QueueOutcome.CancelledAll> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        rejected(new Rejection.BadArgument("not built yet: " + command));
    }
}
