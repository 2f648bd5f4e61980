package dev.leat.engine.queue.state;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How recent messages ended that were not acked; older ones are forgotten. Not on disk. */
public final class RecentEnds {
    private static final int MAX = 10_000;

    private boolean complete = true;

    private final Map<Long, EndReason> last = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, EndReason> eldest) {
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

    void note(long at, EndReason ending) {
        if (ending != EndReason.ACKED && ending != EndReason.POPPED) {
            last.put(at, ending);
        }
    }

    /** Marks earlier ends as unknown. */
    public void startedLate() {
        complete = false;
    }

    /** Replaces everything known after a move of the group. */
    void moved(PositionSet done) {
        last.clear();
        purged.keepLast(0);
        skipped = done.copy();
    }

    /** Returns how a message ended; null if it is not known any more. */
    @Nullable
    public EndReason of(long at) {
        EndReason known = last.get(at);
        if (known == null && purged.contains(at)) {
            return EndReason.PURGED;
        }
        return known == null && complete && !skipped.contains(at) ? EndReason.ACKED : known;
    }
}
