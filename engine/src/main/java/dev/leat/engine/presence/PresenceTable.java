package dev.leat.engine.presence;

import dev.leat.engine.figures.PresenceCounts;
import dev.leat.engine.shard.CheckpointPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Table of the consumers of one shard's queues. Deciding and recovery both change it by {@link #apply} and {@link #seen}, so that they
 * cannot come to different results.
 */
final class PresenceTable {
    private final Map<Long, QueueConsumers> byQueue = new HashMap<>();
    private final PresenceDirtyTracker dirty = new PresenceDirtyTracker();
    private final PresenceCounts census = new PresenceCounts();

    PresenceCounts.Figures census() {
        return census.figures();
    }

    @Nullable
    QueueConsumers find(long queue) {
        return byQueue.get(queue);
    }

    List<ConsumerState> all() {
        List<ConsumerState> all = new ArrayList<>();
        byQueue.values().forEach(roster -> all.addAll(roster.all()));
        return all;
    }

    /** Loads a row of the last checkpoint. */
    void load(PresenceRow row) {
        ConsumerState entry = new ConsumerState(row);
        entry.stored = true;
        roster(row.place().queue()).add(entry);
    }

    QueueConsumers roster(long queue) {
        return byQueue.computeIfAbsent(queue, unseen -> new QueueConsumers(census));
    }

    CheckpointPart capture() {
        return dirty.take();
    }

    /** Records a sign of life that is not in the journal yet; the next checkpoint has it in any case. */
    void seen(ConsumerState entry, long time, PresenceRow.Counters counters) {
        entry.seen(time);
        entry.counters = counters;
        dirty.changed(entry);
    }

    void apply(PresenceChange change, long time) {
        switch (change) {
            case PresenceChange.Known(PresenceRow row) -> know(row);
            case PresenceChange.Seen(long queue, long number, long lastSeen, var counters) -> {
                ConsumerState entry = known(queue, number);
                seen(entry, lastSeen, counters);
                entry.noted = Math.max(entry.noted, lastSeen);
            }
            case PresenceChange.Turned(long queue, long number, var state) -> {
                ConsumerState entry = known(queue, number);
                entry.published = state;
                entry.publishedAt = time;
                roster(queue).turned(entry);
                dirty.changed(entry);
            }
            case PresenceChange.Forgotten(long queue, long number) -> remove(queue, known(queue, number)::equals);
            case PresenceChange.GroupForgotten(long queue, int group) ->
                remove(queue, entry -> entry.place.group() == group);
            case PresenceChange.QueueForgotten(long queue) -> remove(queue, entry -> true);
        }
    }

    private void know(PresenceRow row) {
        QueueConsumers roster = roster(row.place().queue());
        ConsumerState entry = roster.find(row.number());
        if (entry == null) {
            entry = new ConsumerState(row);
            roster.add(entry);
        } else {
            entry.take(row);
            roster.turned(entry);
        }
        dirty.changed(entry);
    }

    private void remove(long queue, Predicate<ConsumerState> which) {
        QueueConsumers roster = roster(queue);
        for (ConsumerState entry : roster.all().stream().filter(which).toList()) {
            roster.remove(entry);
            dirty.removed(entry);
        }
        if (roster.size() == 0) {
            byQueue.remove(queue);
        }
    }

    private ConsumerState known(long queue, long number) {
        QueueConsumers roster = byQueue.get(queue);
        ConsumerState entry = roster == null ? null : roster.find(number);
        if (entry == null) {
            throw new IllegalStateException("the journal changes consumer " + number + " of queue " + queue
                    + ", which neither it nor the store has");
        }
        return entry;
    }
}
