package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Not built yet. */
final class SeekGroupCall extends QueueCall<QueueOutcome.GroupMoved> {
    private final QueueCommand.SeekGroup command;

    SeekGroupCall(QueueShard shard, QueueCommand.SeekGroup command, Reply<? super QueueOutcome.GroupMoved> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        rejected(new Rejection.BadArgument("not built yet: " + command));
    }
}
