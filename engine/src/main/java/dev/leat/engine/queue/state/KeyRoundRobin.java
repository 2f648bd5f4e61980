package dev.leat.engine.queue.state;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Round robin of the keys with ready messages in a fair queue. Each turn delivers one message; a large message costs several turns, so that
 * keys share bytes as well. Messages without a key share one turn.
 */
public final class KeyRoundRobin {
    private static final int LARGE = 64 << 10;
    private static final String KEYLESS = "";

    private final LinkedHashMap<String, TreeSet<Long>> ready = new LinkedHashMap<>();
    private final Map<String, Integer> credits = new HashMap<>();

    void clear() {
        ready.clear();
        credits.clear();
    }

    private static String name(@Nullable String key) {
        return key == null ? KEYLESS : key;
    }

    void add(@Nullable String orderKey, long at) {
        ready.computeIfAbsent(name(orderKey), key -> new TreeSet<>()).add(at);
    }

    void remove(@Nullable String orderKey, long at) {
        String key = name(orderKey);
        TreeSet<Long> places = ready.get(key);
        if (places != null && places.remove(at)) {
            ready.remove(key);
            if (places.isEmpty()) {
                credits.remove(key);
            } else {
                ready.put(key, places); // after the others
            }
        }
    }

    /** Returns the position of the next key's first message; {@link Positions#NONE} for none. */
    public long first() {
        return ready.isEmpty() ? Positions.NONE : ready.firstEntry().getValue().first();
    }

    /** Returns whether the first key can deliver its message; if not, the next key is first. */
    public boolean affords(int bytes) {
        String key = ready.firstEntry().getKey();
        int credit = credits.merge(key, 1, Integer::sum);
        if (credit > bytes / LARGE) {
            credits.put(key, credit - 1); // it stays first until the message is taken
            return true;
        }
        TreeSet<Long> places = ready.remove(key);
        ready.put(key, places);
        return false;
    }
}
