package dev.leat.engine.queue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the last messages ended that were not acked; older ones are forgotten. Not on disk. */
final class Endings {
    private static final int MAX = 10_000;

    private final Map<Long, Ending> last = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Ending> eldest) {
            return size() > MAX;
        }
    };

    /** Whole ranges that were purged. */
    private final Places purged = new Places();

    void purged(long from, long to) {
        purged.addRange(from, to);
        purged.keepLast(MAX);
    }

    void note(long at, Ending ending) {
        if (ending != Ending.ACKED) {
            last.put(at, ending);
        }
    }

    /** Null for one that was acked, or is too long ago. */
    @Nullable
    Ending of(long at) {
        Ending known = last.get(at);
        return known == null && purged.contains(at) ? Ending.PURGED : known;
    }
}
