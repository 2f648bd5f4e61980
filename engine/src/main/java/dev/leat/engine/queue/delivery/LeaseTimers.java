package dev.leat.engine.queue.delivery;

import dev.leat.api.Delivery;
import dev.leat.api.Provenance;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;

/** What time does to the messages of a group: leases end, scheduled messages become ready, old ones expire. */
public final class LeaseTimers {
    /** How long leases last at least after a start: whoever has them could not settle meanwhile. */
    private static final long GRACE_MILLIS = 30_000;

    private final ShardScope scope;
    private final IdleGroupExpiry idleGroups;
    private final MessageExpiry expiry;
    private final Attempts attempts;

    public LeaseTimers(ShardScope scope, IdleGroupExpiry idleGroups, MessageExpiry expiry, Attempts attempts) {
        this.scope = scope;
        this.idleGroups = idleGroups;
        this.expiry = expiry;
        this.attempts = attempts;
    }

    /** Decides what is due in a group by now, as far as the turn has room. */
    public void expire(Group group, Changes changes) {
        while (group.firstDue() <= changes.time() && !changes.isFull()) {
            long at = group.deadlines.place();
            group.deadlines.removeFirst();
            DeliveryState entry = group.entry(at);
            if (entry != null && entry.state() == DeliveryState.State.LEASED) {
                end(group, at, entry, changes);
            } else if (entry != null) {
                scope.put(group, at, entry.again(changes.time(), 0, entry.redelivery()), changes);
            }
        }
    }

    /** A lease is over, and its attempt is spent. Whoever had it can still ack until another gets the message. */
    public void end(Group group, long at, DeliveryState entry, Changes changes) {
        idleGroups.touched(group, changes.time());
        DeliveryState failed = entry.failed(changes.time(), "expired", null, null);
        long readyAt = changes.time() + group.queue.config.expiryBackoff().toMillis();
        attempts.retry(
                group,
                at,
                failed,
                readyAt,
                Delivery.Redelivery.LEASE_EXPIRED,
                Provenance.Reason.LEASE_EXPIRED,
                changes);
    }

    /**
     * Ends a message that could be delivered, but whose time is over, or which was delivered as often as its queue lets it by now.
     * Returns whether it is.
     */
    boolean endIfOver(Group group, QueuedMessage message, Changes changes) {
        long at = message.at();
        DeliveryState known = group.entry(at);
        if (message.expiresAt() <= changes.time()) {
            expiry.end(group, at, known == null ? group.untouched(message) : known, changes);
            return true;
        }
        return known != null
                && attempts.sendIfSpent(group, at, known, Provenance.Reason.ATTEMPTS_EXHAUSTED, changes) != null;
    }

    /**
     * After a start no lease ends before its holder had time to find the engine again, nor later than if it were granted now: the
     * machine's clock may have been set back meanwhile.
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
