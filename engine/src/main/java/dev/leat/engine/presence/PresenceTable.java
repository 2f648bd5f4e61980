package dev.leat.engine.presence;

import dev.leat.engine.shard.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The consumers of the queues of one shard, and what each kind of change does to them. Deciding and recovery both change the
 * table by {@link #apply} and {@link #seen}, so that they cannot come to different results.
 */
final class PresenceTable {
    private final Map<Long, Roster> byQueue = new HashMap<>();
    private final DirtyRows dirty = new DirtyRows();
    private final Census census = new Census();

    Census.Figures census() {
        return census.figures();
    }

    @Nullable
    Roster find(long queue) {
        return byQueue.get(queue);
    }

    List<Entry> all() {
        List<Entry> all = new ArrayList<>();
        byQueue.values().forEach(roster -> all.addAll(roster.all()));
        return all;
    }

    /** Takes in a row of the last checkpoint. */
    void load(Row row) {
        Entry entry = new Entry(row);
        entry.stored = true;
        roster(row.place().queue()).add(entry);
    }

    Roster roster(long queue) {
        return byQueue.computeIfAbsent(queue, unseen -> new Roster(census));
    }

    Part capture() {
        return dirty.take();
    }

    /** A sign of life that the journal is told of later, or never: the next checkpoint has it. */
    void seen(Entry entry, long time, Row.Counters counters) {
        entry.seen(time);
        entry.counters = counters;
        dirty.changed(entry);
    }

    void apply(Change change, long time) {
        switch (change) {
            case Change.Known(Row row) -> know(row);
            case Change.Seen(long queue, long number, long lastSeen, var counters) -> {
                Entry entry = known(queue, number);
                seen(entry, lastSeen, counters);
                entry.noted = Math.max(entry.noted, lastSeen);
            }
            case Change.Turned(long queue, long number, var state) -> {
                Entry entry = known(queue, number);
                entry.told = state;
                entry.toldAt = time;
                roster(queue).turned(entry);
                dirty.changed(entry);
            }
            case Change.Forgotten(long queue, long number) -> remove(queue, known(queue, number)::equals);
            case Change.GroupForgotten(long queue, int group) -> remove(queue, entry -> entry.place.group() == group);
            case Change.QueueForgotten(long queue) -> remove(queue, entry -> true);
        }
    }

    private void know(Row row) {
        Roster roster = roster(row.place().queue());
        Entry entry = roster.find(row.number());
        if (entry == null) {
            entry = new Entry(row);
            roster.add(entry);
        } else {
            entry.take(row);
            roster.turned(entry);
        }
        dirty.changed(entry);
    }

    private void remove(long queue, Predicate<Entry> which) {
        Roster roster = roster(queue);
        for (Entry entry : roster.all().stream().filter(which).toList()) {
            roster.remove(entry);
            dirty.removed(entry);
        }
        if (roster.size() == 0) {
            byQueue.remove(queue);
        }
    }

    private Entry known(long queue, long number) {
        Roster roster = byQueue.get(queue);
        Entry entry = roster == null ? null : roster.find(number);
        if (entry == null) {
            throw new IllegalStateException("the journal changes consumer " + number + " of queue " + queue
                    + ", which neither it nor the store has");
        }
        return entry;
    }
}
