package dev.leat.engine.queue.delivery;

import dev.leat.api.queue.ConsumerName;
import dev.leat.engine.presence.ConsumerLeasesView;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** The leases of a consumer in a group, as a whole. */
public final class ConsumerLeases implements ConsumerLeasesView {
    private final QueueTable table;
    private final Settlements settlements;
    private final GroupDeadlines groupDeadlines;
    private final IdleGroupExpiry idleGroups;

    public ConsumerLeases(
            QueueTable table, Settlements settlements, GroupDeadlines groupDeadlines, IdleGroupExpiry idleGroups) {
        this.table = table;
        this.settlements = settlements;
        this.groupDeadlines = groupDeadlines;
        this.idleGroups = idleGroups;
    }

    /** An action on one lease. */
    private interface LeaseAction {
        void apply(long at, DeliveryState entry);
    }

    private static void each(Group group, ConsumerName consumer, LeaseAction action) {
        for (long at : group.leasesByConsumer.leases(consumer.value())) {
            DeliveryState entry = group.entry(at);
            if (entry != null) {
                action.apply(at, entry);
            }
        }
    }

    /** Extends all leases of a consumer by their length, within the longest lease of the queue. */
    public void extend(Group group, ConsumerName consumer, Changes changes) {
        long longest = group.queue.config.longestLease().toMillis();
        each(group, consumer, (at, entry) -> {
            long left = longest - (changes.time() - entry.lastDelivered());
            long lease = Math.min(entry.lease(), left);
            if (changes.time() + lease > group.due(at, entry)) {
                settlements.extend(group, at, entry, lease, changes);
            }
        });
    }

    /** Releases all leases of a consumer without spending their attempts. */
    public void release(Group group, ConsumerName consumer, Changes changes) {
        idleGroups.touched(group, changes.time());
        each(group, consumer, (at, entry) -> settlements.release(group, at, entry, null, changes));
    }

    private @Nullable Group find(long queue, int group) {
        Queue found = table.find(queue);
        return found == null ? null : found.byNumber.get(group);
    }

    @Override
    public int count(long queue, int group, ConsumerName consumer) {
        Group found = find(queue, group);
        return found == null ? 0 : found.leasesByConsumer.count(consumer.value());
    }

    /** Ends the leases of an expired consumer with their attempts spent, if the queue is configured to. */
    @Override
    public void expired(long queue, int group, ConsumerName consumer, Changes changes) {
        Group found = find(queue, group);
        if (found != null && found.queue.config.releaseOnExpire()) {
            each(found, consumer, (at, entry) -> groupDeadlines.end(found, at, entry, changes));
        }
    }
}
