package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Removes a group; messages that only it wanted go with it. */
final class DeleteGroupCall extends GroupCall<QueueOutcome.GroupDeleted> {
    private final QueueCommand.DeleteGroup command;

    DeleteGroupCall(
            QueueShard shard, QueueCommand.DeleteGroup command, Reply<? super QueueOutcome.GroupDeleted> reply) {
        super(shard, command.queue(), command.group(), reply);
        this.command = command;
    }

    @Override
    void decide(Group group, Changes changes) {
        Rejection rejection = group.queue.isWork()
                ? new Rejection.BadArgument("a work queue keeps its group")
                : Groups.inUse(group, command.force());
        if (rejection != null) {
            rejected(rejection);
        } else {
            shard.groups().remove(group, changes);
            decided(new QueueOutcome.GroupDeleted());
        }
    }
}
