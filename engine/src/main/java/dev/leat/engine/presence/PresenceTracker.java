package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence.State;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decisions about the states of consumers, from signs of life and from silence. */
final class PresenceTracker {
    private final PresenceShard shard;
    private final Duration defaultTtl;

    PresenceTracker(PresenceShard shard, Duration defaultTtl) {
        this.shard = shard;
        this.defaultTtl = defaultTtl;
    }

    /** Adds a consumer. Returns null if the queue has the most consumers that it may, and none of them has expired or left. */
    @Nullable
    ConsumerState enter(
            GroupId place,
            ConsumerName consumer,
            String instance,
            @Nullable Duration ttl,
            Map<String, String> labels,
            Changes changes) {
        if (!hasRoom(place.queue(), changes)) {
            return null;
        }
        long time = changes.time();
        long number = shard.table().roster(place.queue()).nextNumber();
        long millis = (ttl == null ? defaultTtl : ttl).toMillis();
        shard.change(
                new PresenceChange.Known(new PresenceRow(
                        number,
                        place,
                        consumer,
                        instance,
                        time,
                        time,
                        millis,
                        labels,
                        State.ACTIVE,
                        time,
                        PresenceRow.Counters.NONE)),
                changes);
        ConsumerState entry = shard.known(place.queue(), number);
        shard.announce(entry, null, State.ACTIVE, changes);
        shard.watch(entry, entry.due());
        return entry;
    }

    private boolean hasRoom(long queue, Changes changes) {
        QueueConsumers roster = shard.table().roster(queue);
        if (roster.size() < PresenceShard.MAX_ENTRIES) {
            return true;
        }
        ConsumerState ended = roster.longestEnded(entry -> shard.leases(entry) == 0);
        if (ended != null) {
            forget(ended, changes);
        }
        return ended != null;
    }

    /** Updates the description of a known consumer. One that left is present again. */
    void describe(ConsumerState entry, @Nullable Duration ttl, Map<String, String> labels, Changes changes) {
        boolean anew = entry.published == State.LEFT;
        long millis = ttl == null ? entry.ttl : ttl.toMillis();
        if (anew || millis != entry.ttl || !labels.equals(entry.labels)) {
            shard.change(
                    new PresenceChange.Known(new PresenceRow(
                            entry.number,
                            entry.place,
                            entry.consumer,
                            entry.instance,
                            anew ? changes.time() : entry.registeredAt,
                            Math.max(entry.lastSeen, changes.time()),
                            millis,
                            labels,
                            entry.published,
                            entry.publishedAt,
                            anew ? PresenceRow.Counters.NONE : entry.counters)),
                    changes);
        }
        seen(entry, entry.counters, changes);
    }

    /** Records a sign of life. It is written to the journal if the last one there is older than half of the time to live. */
    void seen(ConsumerState entry, PresenceRow.Counters counters, Changes changes) {
        long time = changes.time();
        entry.recoveringUntil = 0;
        if (time - entry.noted >= entry.ttl / 2) {
            note(entry, counters, changes);
        } else {
            shard.table().seen(entry, time, counters);
        }
        if (entry.published != State.ACTIVE) {
            turn(entry, State.ACTIVE, changes);
        }
        shard.watch(entry, entry.due());
    }

    private void note(ConsumerState entry, PresenceRow.Counters counters, Changes changes) {
        long lastSeen = Math.max(entry.lastSeen, changes.time());
        shard.change(new PresenceChange.Seen(entry.place.queue(), entry.number, lastSeen, counters), changes);
    }

    /** Records that a consumer leaves. */
    void leave(ConsumerState entry, Changes changes) {
        entry.recoveringUntil = 0;
        note(entry, entry.counters, changes);
        turn(entry, State.LEFT, changes);
        shard.watch(entry, entry.due());
    }

    private void turn(ConsumerState entry, State state, Changes changes) {
        State before = entry.published;
        shard.change(new PresenceChange.Turned(entry.place.queue(), entry.number, state), changes);
        shard.announce(entry, before, state, changes);
    }

    /** Checks a consumer when it is due: a receive still waits, its state changes, or it is forgotten. */
    void look(ConsumerState entry, Changes changes) {
        if (entry.parked > 0 && entry.published != State.LEFT) {
            seen(entry, entry.counters, changes);
            return;
        }
        long now = changes.time();
        State state = entry.state(now);
        if (state != entry.published) {
            turn(entry, state, changes);
        }
        if (entry.isOver(now) && shard.leases(entry) == 0) {
            forget(entry, changes);
        } else if (state == State.EXPIRED) {
            shard.expired(entry, changes);
        }
    }

    private void forget(ConsumerState entry, Changes changes) {
        shard.change(new PresenceChange.Forgotten(entry.place.queue(), entry.number), changes);
        shard.announce(entry, entry.published, null, changes);
    }
}
