package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence.State;
import dev.leat.engine.shard.Changes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Signs of life that name a consumer but no instance of it: receives and settlements. They count for the instance without a name, else for
 * the only one that is present, else for the only one that expired. With several named instances they count for none: those send
 * heartbeats.
 */
final class SignsOfLife {
    private final PresenceTable table;
    private final PresenceTracker tracker;

    SignsOfLife(PresenceTable table, PresenceTracker tracker) {
        this.table = table;
        this.tracker = tracker;
    }

    /** @param deliveries the number of deliveries; 0 for a receive that begins */
    void received(GroupId place, ConsumerName consumer, int deliveries, Changes changes) {
        ConsumerState entry = sender(place, consumer, changes);
        if (entry != null) {
            if (entry.published == State.LEFT) {
                tracker.describe(entry, null, entry.labels, changes);
            }
            PresenceRow.Counters was = entry.counters;
            PresenceRow.Counters now = new PresenceRow.Counters(
                    changes.time(), was.lastSettle(), was.received() + deliveries, was.settled());
            tracker.seen(entry, now, changes);
        }
    }

    /** Records settlements. A consumer that left may still settle its deliveries and stays left. */
    void settled(GroupId place, ConsumerName consumer, int settlements, Changes changes) {
        List<ConsumerState> instances = instances(place, consumer);
        ConsumerState entry = instances.isEmpty() ? sender(place, consumer, changes) : instance(instances);
        if (entry != null && entry.published != State.LEFT) {
            PresenceRow.Counters was = entry.counters;
            PresenceRow.Counters now = new PresenceRow.Counters(
                    was.lastReceive(), changes.time(), was.received(), was.settled() + settlements);
            tracker.seen(entry, now, changes);
        }
    }

    /** Records that a receive begins to wait. The caller notifies the result when the wait is over. */
    WaitingReceive parked(GroupId place, ConsumerName consumer, PresenceShard shard) {
        ConsumerState entry = instance(instances(place, consumer));
        if (entry == null) {
            return WaitingReceive.UNKNOWN;
        }
        entry.parked++;
        shard.watch(entry, entry.due());
        return () -> entry.parked--;
    }

    private List<ConsumerState> instances(GroupId place, ConsumerName consumer) {
        return table.roster(place.queue()).find(place.group(), consumer);
    }

    private @Nullable ConsumerState sender(GroupId place, ConsumerName consumer, Changes changes) {
        List<ConsumerState> instances = instances(place, consumer);
        ConsumerState known = instance(instances);
        return known != null || isAnyPresent(instances)
                ? known
                : tracker.enter(place, consumer, "", null, Map.of(), changes);
    }

    private static boolean isAnyPresent(List<ConsumerState> instances) {
        for (ConsumerState entry : instances) {
            if (entry.published != State.LEFT) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable ConsumerState instance(List<ConsumerState> instances) {
        ConsumerState present = null;
        ConsumerState silent = null;
        int presents = 0;
        int silents = 0;
        for (ConsumerState entry : instances) {
            if (entry.instance.isEmpty()) {
                return entry;
            }
            if (entry.published == State.EXPIRED) {
                silent = entry;
                silents++;
            } else if (entry.published != State.LEFT) {
                present = entry;
                presents++;
            }
        }
        return presents == 1 ? present : presents == 0 && silents == 1 ? silent : null;
    }
}
