package dev.leat.engine.queue;

import dev.leat.api.Provenance;
import dev.leat.api.QueueName;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Tries again, from time to time, to send parked messages to the dead-letter queue that did not take them. */
final class ParkedRetries {
    private static final long AGAIN_MILLIS = 5_000;

    /** How many try at once. If they are taken, the others follow at once. */
    private static final int MOST = 100;

    private final QueueShard shard;
    private final DeadLetters deadLetters;
    private final Map<Long, Long> planned = new HashMap<>(); // by the number of the queue

    ParkedRetries(QueueShard shard, DeadLetters deadLetters) {
        this.shard = shard;
        this.deadLetters = deadLetters;
    }

    /** There is, or may be, a parked message that could go. */
    void watch(Queue queue, long now) {
        if (queue.config.deadLetter() != null && hasParked(queue)) {
            plan(queue, now + AGAIN_MILLIS);
        }
    }

    /** One of them was taken, so others may be. */
    void roomFound(Queue queue, long now) {
        if (hasParked(queue)) {
            plan(queue, now + 1);
        }
    }

    private static boolean hasParked(Queue queue) {
        return queue.groups.values().stream().anyMatch(group -> group.count(DeliveryState.State.PARKED) > 0);
    }

    private void plan(Queue queue, long at) {
        if (planned.getOrDefault(queue.number, Long.MAX_VALUE) > at) {
            planned.put(queue.number, at);
            shard.timers().at(at, changes -> look(queue, at, changes));
        }
    }

    private void look(Queue queue, long at, Changes changes) {
        if (planned.getOrDefault(queue.number, Long.MAX_VALUE) != at) {
            return;
        }
        planned.remove(queue.number);
        QueueName to = queue.config.deadLetter();
        if (!queue.gone && to != null && couldGo(to)) {
            int taken = 0;
            for (Group group : List.copyOf(queue.groups.values())) {
                taken += retry(group, MOST - taken, changes);
            }
            if (taken == MOST && shard.table().find(to) != null) {
                roomFound(queue, changes.time());
            }
        }
        if (!queue.gone) {
            watch(queue, changes.time());
        }
    }

    /** Whether it is worth a try. */
    private boolean couldGo(QueueName to) {
        Queue here = shard.table().find(to);
        return here != null
                ? Capacity.fits(here, 1, 0)
                : shard.context().directory().find(to) != null;
    }

    private int retry(Group group, int most, Changes changes) {
        if (group.count(DeliveryState.State.PARKED) == 0 || most <= 0) {
            return 0;
        }
        NavigableSet<Long> parked = new TreeSet<>();
        group.entries.forEach((at, entry) -> {
            if (entry.state() == DeliveryState.State.PARKED) {
                parked.add(at);
            }
        });
        int taken = 0;
        for (long at : next(group, parked, most)) {
            DeliveryState entry = group.entry(at);
            if (entry != null && !changes.isFull() && isTaken(group, at, entry, changes)) {
                taken++;
            }
        }
        return taken;
    }

    /** Goes on where it ended the last time, so that those that never can go do not hold back the others. */
    private static List<Long> next(Group group, NavigableSet<Long> parked, int most) {
        List<Long> next = new ArrayList<>(parked.tailSet(group.retried, false));
        next.addAll(parked.headSet(group.retried, true));
        List<Long> few = next.subList(0, Math.min(most, next.size()));
        group.retried = few.isEmpty() ? -1 : few.get(few.size() - 1);
        return few;
    }

    private boolean isTaken(Group group, long at, DeliveryState entry, Changes changes) {
        Provenance.Reason reason = DeadLetters.reason(entry);
        return deadLetters.send(group, at, entry, reason, changes).fate() != DeadLetters.Fate.PARKED;
    }
}
