package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Not built yet. */
final class HeartbeatCall extends QueueCall<QueueOutcome.Present> {
    private final QueueCommand.Heartbeat command;

    HeartbeatCall(QueueShard shard, QueueCommand.Heartbeat command, Reply<? super QueueOutcome.Present> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        rejected(new Rejection.BadArgument("not built yet: " + command));
    }
}
