package dev.leat.engine.queue.state;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reasons of recent removals from a group, other than acks; older ones are forgotten. Not on disk. */
public final class RecentRemovals {
    private static final int MAX = 10_000;

    private boolean complete = true;

    private final Map<Long, RemovalReason> last = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, RemovalReason> eldest) {
            complete &= size() <= MAX;
            return size() > MAX;
        }
    };

    /** Purged ranges. */
    private final PositionSet purged = new PositionSet();

    /** Positions that the group was moved past, or had settled before the move. */
    private PositionSet skipped = new PositionSet();

    void purged(long from, long to) {
        purged.addRange(from, to);
        complete &= purged.ranges() <= MAX;
        purged.keepLast(MAX);
    }

    void note(long at, RemovalReason reason) {
        if (reason != RemovalReason.ACKED && reason != RemovalReason.POPPED) {
            last.put(at, reason);
        }
    }

    /** Marks earlier removals as unknown. */
    public void startedLate() {
        complete = false;
    }

    /** Replaces everything known after a move of the group. */
    void moved(PositionSet done) {
        last.clear();
        purged.keepLast(0);
        skipped = done.copy();
    }

    /** Returns why the group is done with a message; null if it is not known any more. */
    @Nullable
    public RemovalReason of(long at) {
        RemovalReason known = last.get(at);
        if (known == null && purged.contains(at)) {
            return RemovalReason.PURGED;
        }
        return known == null && complete && !skipped.contains(at) ? RemovalReason.ACKED : known;
    }
}
