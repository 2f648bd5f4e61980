package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/** Makes a queue. A work queue has its one group from the start. */
final class CreateQueueCall extends ReplyCall<QueueOutcome.QueueCreated> {
    private final QueueShard shard;
    private final QueueCommand.CreateQueue command;

    CreateQueueCall(
            QueueShard shard, QueueCommand.CreateQueue command, Reply<? super QueueOutcome.QueueCreated> reply) {
        super(reply);
        this.shard = shard;
        this.command = command;
    }

    @Override
    protected void decide(Changes changes) {
        Queue there = shard.table().find(command.queue());
        if (there != null) {
            compare(there);
            return;
        }
        Rejection unfit = NameRules.flaw(command.queue());
        if (unfit == null) {
            unfit = shard.footprint().flaw();
        }
        Rejection rejection = unfit != null ? unfit : shard.links().claim(command.queue(), command.config());
        if (rejection != null) {
            rejected(rejection);
        } else {
            create(changes);
        }
    }

    private void compare(Queue there) {
        String difference = ConfigDifference.between(there.config, command.config());
        if (difference == null) {
            decided(new QueueOutcome.QueueCreated(false, there.config));
        } else {
            rejected(new Rejection.QueueExists(command.queue(), difference));
        }
    }

    private void create(Changes changes) {
        long number = shard.table().nextNumber();
        long now = changes.time();
        shard.change(new QueueChange.OfQueue(number, command.queue(), command.config(), false, now), changes);
        Queue queue = shard.table().known(number);
        if (queue.isWork()) {
            shard.change(
                    new QueueChange.OfGroup(
                            number, queue.nextGroup, GroupName.DEFAULT, StartKind.HEAD, false, now, new PositionSet()),
                    changes);
        }
        shard.links().configured(queue, command.config(), changes);
        decided(new QueueOutcome.QueueCreated(true, command.config()));
    }
}
