package dev.leat.engine.queue.state;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the last messages ended that were not acked; older ones are forgotten. Not on disk. */
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

    /** Whole ranges that were purged. */
    private final PositionSet purged = new PositionSet();

    /** What the group was moved past, or had settled before. */
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

    /** What came before is not known. */
    public void startedLate() {
        complete = false;
    }

    /** The group was moved: these are done by that, whatever they were before. */
    void moved(PositionSet done) {
        last.clear();
        purged.keepLast(0);
        skipped = done.copy();
    }

    /** Null if that is too long ago to say. */
    @Nullable
    public EndReason of(long at) {
        EndReason known = last.get(at);
        if (known == null && purged.contains(at)) {
            return EndReason.PURGED;
        }
        return known == null && complete && !skipped.contains(at) ? EndReason.ACKED : known;
    }
}
