package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Moves a group to another place. */
final class SeekGroupCall extends GroupCall<QueueOutcome.GroupMoved> {
    private final QueueCommand.SeekGroup command;
    private final @Nullable GroupStartPosition spot;

    SeekGroupCall(
            QueueShard shard,
            QueueCommand.SeekGroup command,
            @Nullable GroupStartPosition spot,
            Reply<? super QueueOutcome.GroupMoved> reply) {
        super(shard, command.queue(), command.group(), reply);
        this.command = command;
        this.spot = spot;
    }

    @Override
    void decide(Group group, Changes changes) {
        Rejection rejection = rejection(group);
        if (rejection != null) {
            rejected(rejection);
        } else {
            shard.groups().move(group, command.to(), spot, changes);
            decided(new QueueOutcome.GroupMoved(QueueInfos.of(group)));
        }
    }

    private @Nullable Rejection rejection(Group group) {
        if (group.queue.isWork()) {
            return new Rejection.BadArgument("only groups of fan-out queues are moved");
        }
        if (spot != null && spot.queue() != group.queue.number) {
            return new Rejection.QueueNotFound(name);
        }
        return Groups.inUse(group, command.force());
    }
}
