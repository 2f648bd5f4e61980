package dev.leat.engine.queue;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;

/** Puts a queue and a group on disk whose names no new ones may have. */
public final class UnfitNames {
    private UnfitNames() {}

    /** Takes effect with the shard's next turn. */
    public static void make(Queues queues, QueueName queue, GroupName group, ConsumerName consumer) {
        queues.force(queue, (shard, changes) -> {
            long number = shard.table().nextNumber();
            shard.change(new QueueChange.OfQueue(number, queue, QueueConfig.fanout(), false, changes.time()), changes);
            Queue made = shard.table().known(number);
            shard.change(
                    new QueueChange.OfGroup(
                            number,
                            made.nextGroup,
                            group,
                            Group.StartKind.HEAD,
                            false,
                            changes.time(),
                            new PositionSet()),
                    changes);
            shard.links().configured(made, QueueConfig.fanout(), changes);
            shard.presence().received(made.byNumber.values().iterator().next().id, consumer, 0, changes);
        });
    }
}
