package dev.leat.cache;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The names that were invalidated last, for loaders that learn only from what they read which tags it has. It has a limit:
 * about what was forgotten it says that it may have been invalidated.
 */
final class RecentLog {

    private final int limit;
    /** The position of each name's last invalidation, the oldest first. */
    private final LinkedHashMap<String, Long> last = new LinkedHashMap<>();

    private volatile long position;
    /** The position of the newest invalidation that was forgotten. */
    private long floor;

    RecentLog(int limit) {
        this.limit = limit;
    }

    /** How many invalidations there were. */
    long position() {
        return position;
    }

    synchronized void add(String name) {
        long next = position + 1;
        last.remove(name);
        last.put(name, next);
        if (last.size() > limit) {
            Iterator<Map.Entry<String, Long>> oldest = last.entrySet().iterator();
            floor = oldest.next().getValue();
            oldest.remove();
        }
        position = next;
    }

    /** Whether one of the names was, or may have been, invalidated after a position. */
    synchronized boolean touched(Collection<String> names, long since) {
        if (floor > since) {
            return true;
        }
        for (String name : names) {
            Long at = last.get(name);
            if (at != null && at > since) {
                return true;
            }
        }
        return false;
    }
}
