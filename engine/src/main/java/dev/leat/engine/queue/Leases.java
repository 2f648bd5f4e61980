package dev.leat.engine.queue;

import dev.leat.api.Delivery;
import dev.leat.api.Provenance;
import dev.leat.api.QueueConfig;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;

/** What time does to the messages of a group: leases end, scheduled messages become ready, old ones expire. */
final class Leases {
    /** How long leases last at least after a start: whoever has them could not settle meanwhile. */
    private static final long GRACE_MILLIS = 30_000;

    private final QueueShard shard;

    Leases(QueueShard shard) {
        this.shard = shard;
    }

    /** Decides what is due in a group by now, as far as the turn has room. */
    void expire(Group group, Changes changes) {
        while (group.firstDue() <= changes.time() && !changes.isFull()) {
            long at = group.dues.place();
            group.dues.removeFirst();
            Entry entry = group.entry(at);
            if (entry != null && entry.state() == Entry.State.LEASED) {
                end(group, at, entry, changes);
            } else if (entry != null) {
                put(group, at, entry.again(changes.time(), 0, entry.redelivery()), changes);
            }
        }
    }

    /** A lease is over, and its attempt is spent. Whoever had it can still ack until another gets the message. */
    void end(Group group, long at, Entry entry, Changes changes) {
        shard.tidy().touched(group, changes.time());
        Entry failed = entry.failed(changes.time(), "expired", null, null);
        if (failed.isExhausted(group.queue)) {
            shard.deadLetters().send(group, at, failed, Provenance.Reason.LEASE_EXPIRED, changes);
        } else {
            long readyAt = changes.time() + group.queue.config.expiryBackoff().toMillis();
            Entry back = failed.again(changes.time(), readyAt, Delivery.Redelivery.LEASE_EXPIRED);
            put(group, at, back, changes);
            Expiry expiry = shard.tidy().expiry();
            if (expiry.isOver(group.queue, at, changes.time())) {
                expiry.end(group, at, back, changes);
            }
        }
    }

    private void put(Group group, long at, Entry entry, Changes changes) {
        shard.change(new Change.OfEntry(group.queue.number, group.number, at, entry), changes);
    }

    /** Ends a message that could be delivered, but whose time is over. Returns whether it is. */
    boolean expireIfOver(Group group, Message message, Changes changes) {
        if (message.expiresAt() > changes.time()) {
            return false;
        }
        Queue queue = group.queue;
        long at = message.at();
        if (queue.config.expired() == QueueConfig.Expired.DEAD_LETTER) {
            Entry known = group.entry(at);
            Entry entry = known == null ? Entry.untouched(group, message) : known;
            shard.deadLetters().send(group, at, entry, Provenance.Reason.TTL, changes);
        } else {
            shard.change(new Change.Done(queue.number, group.number, at, Ending.EXPIRED), changes);
        }
        return true;
    }

    /** After a start no lease ends before its holder had time to find the engine again. Nothing of that is on disk. */
    void resume(Group group, long now) {
        new ArrayList<>(group.entries.entrySet()).forEach(each -> {
            Entry entry = each.getValue();
            if (entry.state() == Entry.State.LEASED) {
                long grace = Math.min(entry.due() - entry.leasedAt(), GRACE_MILLIS);
                if (entry.due() < now + grace) {
                    group.put(each.getKey(), entry.dueAt(now + grace));
                }
            }
        });
    }
}
