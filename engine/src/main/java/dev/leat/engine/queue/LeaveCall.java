package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/**
 * Takes note that a consumer goes, and gives its leases back if it wants that. They are the consumer's, whichever of its instances
 * got them: the last one that leaves gives them back.
 */
final class LeaveCall extends GroupCall<QueueOutcome.Left> {
    private final QueueCommand.Leave command;

    LeaveCall(QueueShard shard, QueueCommand.Leave command, Reply<? super QueueOutcome.Left> reply) {
        super(shard, command.queue(), command.group(), reply);
        this.command = command;
    }

    @Override
    void decide(Group group, Changes changes) {
        boolean existed = shard.presence().leave(group.workplace, command.consumer(), command.instance(), changes);
        if (command.release() && !shard.presence().isPresent(group.workplace, command.consumer(), changes.time())) {
            shard.consumerLeases().release(group, command.consumer(), changes);
        }
        decided(new QueueOutcome.Left(existed));
    }
}
