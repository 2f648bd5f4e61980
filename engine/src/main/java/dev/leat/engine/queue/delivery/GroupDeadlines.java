package dev.leat.engine.queue.delivery;

import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.Provenance;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;

/** Deadlines of a group: leases that end, delays that end, and expired messages that are about to be delivered. */
public final class GroupDeadlines {
    /** The shortest lease after a start: consumers could not settle while the engine was down. */
    private static final long GRACE_MILLIS = 30_000;

    private final QueueShardContext shard;
    private final IdleGroupExpiry idleGroups;
    private final MessageExpiry expiry;
    private final Retries retries;

    public GroupDeadlines(QueueShardContext shard, IdleGroupExpiry idleGroups, MessageExpiry expiry, Retries retries) {
        this.shard = shard;
        this.idleGroups = idleGroups;
        this.expiry = expiry;
        this.retries = retries;
    }

    /** Handles the deadlines of a group that have passed, until the turn is full. */
    public void expire(Group group, Changes changes) {
        while (group.firstDue() <= changes.time() && !changes.isFull()) {
            long at = group.deadlines.place();
            group.deadlines.removeFirst();
            DeliveryState entry = group.entry(at);
            if (entry != null && entry.state() == DeliveryState.State.LEASED) {
                end(group, at, entry, changes);
            } else if (entry != null) {
                shard.put(group, at, entry.again(changes.time(), 0, entry.redelivery()), changes);
            }
        }
    }

    /** Ends a lease, with its attempt spent. The consumer can still ack until the message is delivered again. */
    public void end(Group group, long at, DeliveryState entry, Changes changes) {
        idleGroups.touched(group, changes.time());
        DeliveryState failed = entry.failed(changes.time(), "expired", null, null);
        long readyAt = changes.time() + group.queue.config.expiryBackoff().toMillis();
        retries.retry(
                group,
                at,
                failed,
                readyAt,
                Delivery.Redelivery.LEASE_EXPIRED,
                Provenance.Reason.LEASE_EXPIRED,
                changes);
    }

    /** Ends a message that is expired or out of attempts before it is delivered. Returns whether it did. */
    boolean endIfOver(Group group, QueuedMessage message, Changes changes) {
        long at = message.at();
        DeliveryState known = group.entry(at);
        if (message.expiresAt() <= changes.time()) {
            expiry.end(group, at, known == null ? group.untouched(message) : known, changes);
            return true;
        }
        return known != null
                && retries.sendIfSpent(group, at, known, Provenance.Reason.ATTEMPTS_EXHAUSTED, changes) != null;
    }

    /**
     * Extends leases after a start to the grace period, and limits them to their full length from now: the clock may have been set back.
     */
    public static void resume(Group group, long now) {
        group.entries.forEach((at, entry) -> {
            if (entry.state() == DeliveryState.State.LEASED) {
                long grace = Math.min(entry.lease(), GRACE_MILLIS);
                group.move(at, Math.max(now + grace, Math.min(entry.due(), now + entry.lease())));
            }
        });
    }
}
