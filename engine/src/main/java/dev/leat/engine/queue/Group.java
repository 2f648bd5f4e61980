package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.engine.presence.Workplace;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a group knows: which messages are done, as ranges, and an {@link Entry} for each that it has touched. All others are ready.
 *
 * <p>The cursors are where it reads on, lane by lane; they are not on disk. Everything that was ready before a cursor is in
 * {@link #ready}: it came back. After a start the cursors begin where the first message is not done, and pass what is there once
 * more, so nothing is said of a message that no cursor has passed.
 */
@SuppressWarnings("EnumOrdinal") // the counts live as long as the enum
final class Group {
    /** Of how many dead letters, or runs of them, it is remembered that they are. */
    private static final int MAX_DEAD = 10_000;

    final int number;
    final GroupName name;
    final Queue queue;
    final long created;
    String start;
    boolean paused;
    Places done = new Places();

    /** Of those that are done, the ones that became dead letters. */
    Places dead = new Places();

    /** How many messages it has not settled. */
    long pending;

    final Map<Long, Entry> entries = new HashMap<>();
    private final Map<Entry.State, Integer> counts = new EnumMap<>(Entry.State.class);
    final TreeSet<Long> ready = new TreeSet<>();
    final long[] cursors = new long[Place.LANES];
    final Endings endings = new Endings();
    final Workplace workplace;
    boolean gone;
    boolean stored;
    final DirtyRows.OfGroup dirt = new DirtyRows.OfGroup();

    Group(int number, GroupName name, Queue queue, String start, long created) {
        this.number = number;
        this.name = name;
        this.queue = queue;
        this.start = start;
        this.created = created;
        this.workplace = new Workplace(queue.number, queue.name, number, name);
        rewind();
    }

    /** Begins again where the first message is not done. */
    void rewind() {
        ready.clear();
        for (int lane = 0; lane < Place.LANES; lane++) {
            cursors[lane] = done.firstAbsent(Place.first(lane));
        }
    }

    /** Notes how a message ended, for those who ask later. */
    void ended(long at, Ending ending) {
        if (ending == Ending.DEAD) {
            dead.add(at);
            dead.keepLast(MAX_DEAD);
        }
        endings.note(at, ending);
    }

    boolean hasPassed(long at) {
        return at < cursors[Place.lane(at)];
    }

    boolean isDone(long at) {
        return done.contains(at);
    }

    @Nullable
    Entry entry(long at) {
        return entries.get(at);
    }

    int count(Entry.State state) {
        return counts.getOrDefault(state, 0);
    }

    void put(long at, Entry entry) {
        forget(at);
        entries.put(at, entry);
        counts.merge(entry.state(), 1, Integer::sum);
    }

    /** Removes what is known of a message, and returns it. */
    @Nullable
    Entry forget(long at) {
        Entry old = entries.remove(at);
        if (old != null) {
            counts.merge(old.state(), -1, Integer::sum);
        }
        ready.remove(at);
        return old;
    }
}
