package dev.leat.engine.presence;

import dev.leat.api.ConsumerName;
import dev.leat.api.Presence.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The consumers of one queue. */
final class Roster {
    private final Map<Long, Entry> byNumber = new HashMap<>();
    private final Map<Seat, List<Entry>> bySeat = new HashMap<>();
    private final Set<Entry> ended = new LinkedHashSet<>(); // expired or left, the longest ago first
    private final Census census;
    private long next = 1;

    /** The name of a consumer in a group; all its instances share it. */
    private record Seat(int group, ConsumerName consumer) {}

    /** @param census counts them, and those of other queues */
    Roster(Census census) {
        this.census = census;
    }

    long nextNumber() {
        return next;
    }

    int size() {
        return byNumber.size();
    }

    Collection<Entry> all() {
        return byNumber.values();
    }

    /** The consumers of a group. */
    List<Entry> of(int group) {
        return byNumber.values().stream()
                .filter(entry -> entry.place.group() == group)
                .toList();
    }

    @Nullable
    Entry find(long number) {
        return byNumber.get(number);
    }

    /** The instances of a consumer. */
    List<Entry> find(int group, ConsumerName consumer) {
        return bySeat.getOrDefault(new Seat(group, consumer), List.of());
    }

    @Nullable
    Entry find(int group, ConsumerName consumer, String instance) {
        for (Entry entry : find(group, consumer)) {
            if (entry.instance.equals(instance)) {
                return entry;
            }
        }
        return null;
    }

    /** The one that expired or left first, of those that are known to have and that can go. */
    @Nullable
    Entry longestEnded(Predicate<Entry> canGo) {
        for (Entry entry : ended) {
            if (canGo.test(entry)) {
                return entry;
            }
        }
        return null;
    }

    void add(Entry entry) {
        next = Math.max(next, entry.number + 1);
        byNumber.put(entry.number, entry);
        bySeat.computeIfAbsent(new Seat(entry.place.group(), entry.consumer), unseen -> new ArrayList<>(1))
                .add(entry);
        turned(entry);
    }

    /** What was told of it has changed. */
    void turned(Entry entry) {
        census.turned(entry.counted, entry.told);
        entry.counted = entry.told;
        boolean over = entry.told == State.EXPIRED || entry.told == State.LEFT;
        if (!over) {
            ended.remove(entry);
        } else {
            ended.add(entry);
        }
    }

    void remove(Entry entry) {
        byNumber.remove(entry.number);
        census.turned(entry.counted, null);
        entry.counted = null;
        ended.remove(entry);
        Seat seat = new Seat(entry.place.group(), entry.consumer);
        List<Entry> instances = bySeat.getOrDefault(seat, List.of());
        instances.remove(entry);
        if (instances.isEmpty()) {
            bySeat.remove(seat);
        }
        entry.gone = true;
    }
}
