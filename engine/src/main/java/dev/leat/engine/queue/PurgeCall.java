package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Removes what is there now. What was enqueued is still known by its dedup id, so that a repeated enqueue does not bring it back. */
final class PurgeCall extends QueueCall<QueueOutcome.Purged> {
    private final QueueCommand.Purge command;

    PurgeCall(QueueShard shard, QueueCommand.Purge command, Reply<? super QueueOutcome.Purged> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        GroupName asked = command.group();
        Group group = asked == null ? null : queue.groups.get(asked);
        if (asked != null && group == null) {
            rejected(new Rejection.GroupNotFound(name, asked));
            return;
        }
        long before = count(queue, group);
        switch (command.scope()) {
            case ALL -> purge(queue, group, true, changes);
            case READY -> purge(queue, group, false, changes);
            case DEAD ->
                (group == null ? List.copyOf(queue.groups.values()) : List.of(group))
                        .forEach(each -> unpark(each, changes));
        }
        decided(new QueueOutcome.Purged(before - count(queue, group)));
    }

    private static long count(Queue queue, @Nullable Group group) {
        return group == null ? queue.messages : group.pending();
    }

    private void purge(Queue queue, @Nullable Group group, boolean leased, Changes changes) {
        int number = group == null ? 0 : group.number;
        shard.change(new QueueChange.Purged(queue.number, number, queue.next.clone(), leased), changes);
    }

    private void unpark(Group group, Changes changes) {
        TreeSet<Long> parked = new TreeSet<>();
        for (Map.Entry<Long, DeliveryState> entry : group.entries.entrySet()) {
            if (entry.getValue().state() == DeliveryState.State.PARKED) {
                parked.add(entry.getKey());
            }
        }
        for (long at : parked) {
            shard.change(new QueueChange.Done(group.queue.number, group.number, at, EndReason.PURGED), changes);
        }
    }
}
