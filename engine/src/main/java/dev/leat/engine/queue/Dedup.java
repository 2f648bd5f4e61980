package dev.leat.engine.queue;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages that must not be enqueued again, by their dedup id, each until its time is over. */
final class Dedup {

    /** The message that was first to have an id. */
    record First(MessageKey key, long seq, long until) {}

    private final Map<String, First> byId = new LinkedHashMap<>(); // in the order of enqueueing

    /** The message that has an id at a moment. */
    @Nullable
    First find(String id, long now) {
        First first = byId.get(id);
        return first != null && first.until > now ? first : null;
    }

    void remember(String id, First first) {
        byId.remove(id);
        byId.put(id, first);
    }

    /** Forgets those whose time is over, as far as they are the oldest. */
    void forget(long now) {
        Iterator<First> oldest = byId.values().iterator();
        while (oldest.hasNext() && oldest.next().until <= now) {
            oldest.remove();
        }
    }

    Map<String, First> all() {
        return byId;
    }

    int size() {
        return byId.size();
    }
}
