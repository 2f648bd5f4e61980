package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Not built yet. */
final class LeaveCall extends QueueCall<QueueOutcome.Left> {
    private final QueueCommand.Leave command;

    LeaveCall(QueueShard shard, QueueCommand.Leave command, Reply<? super QueueOutcome.Left> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        rejected(new Rejection.BadArgument("not built yet: " + command));
    }
}
