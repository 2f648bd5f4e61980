package dev.leat.engine.queue;

import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Makes a group of a fan-out queue. */
final class CreateGroupCall extends QueueCall<QueueOutcome.GroupCreated> {
    private final QueueCommand.CreateGroup command;
    private final @Nullable GroupStartPosition spot;

    CreateGroupCall(
            QueueShard shard,
            QueueCommand.CreateGroup command,
            @Nullable GroupStartPosition spot,
            Reply<? super QueueOutcome.GroupCreated> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
        this.spot = spot;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        Group there = queue.groups.get(command.group());
        if (queue.isWork()) {
            rejected(new Rejection.BadArgument("a work queue has one group only: " + name));
        } else if (there == null) {
            create(queue, changes);
        } else if (there.start.equals(StartKind.of(command.start()))) {
            decided(new QueueOutcome.GroupCreated(false, QueueInfos.of(there)));
        } else {
            rejected(new Rejection.GroupExists(name, command.group()));
        }
    }

    private void create(Queue queue, Changes changes) {
        Rejection unfit = NameRules.flaw(command.group());
        if (unfit != null) {
            rejected(unfit);
            return;
        }
        if (spot != null && spot.queue() != queue.number) {
            rejected(new Rejection.QueueNotFound(name));
            return;
        }
        Rejection full = shard.footprint().flaw();
        if (full != null) {
            rejected(full);
            return;
        }
        Group group = shard.groups().create(queue, command.group(), command.start(), spot, changes);
        decided(new QueueOutcome.GroupCreated(true, QueueInfos.of(group)));
    }
}
