package dev.leat.engine.queue.state;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Order of the messages of one key in a group. The earliest message that is not settled holds its key, also while it waits for its next attempt;
 * the others are blocked. A parked message lets the next one go on, unless the queue says otherwise; if it returns, it is first again.
 *
 * <p>Messages join when a cursor passes them, so recovery arrives at the same order. A message that is settled out of turn stays in its lane until
 * it would be first.
 */
public final class KeyOrder {
    private static final long LINE_BYTES = 240;
    private static final long PLACE_BYTES = 16;
    private static final long NODE_BYTES = 96;

    private final Group group;
    private final Map<String, KeyLane> byKey = new HashMap<>();

    /** The lane of each message that is or was first, or was delivered. */
    private final Map<Long, KeyLane> byPlace = new HashMap<>();

    private long chars;
    private long places;

    public KeyOrder(Group group) {
        this.group = group;
    }

    public void clear() {
        byKey.clear();
        byPlace.clear();
        chars = 0;
        places = 0;
    }

    /** Returns the estimated bytes of memory. */
    long memoryBytes() {
        return byKey.size() * LINE_BYTES + chars * Character.BYTES + places * PLACE_BYTES + byPlace.size() * NODE_BYTES;
    }

    private KeyLane keyLane(String key) {
        KeyLane keyLane = byKey.get(key);
        if (keyLane == null) {
            keyLane = new KeyLane(key);
            byKey.put(key, keyLane);
            chars += key.length();
        }
        return keyLane;
    }

    @Nullable
    public KeyLane of(String key) {
        return byKey.get(key);
    }

    @Nullable
    public KeyLane of(long at) {
        return byPlace.get(at);
    }

    /** Returns the key that a message is ordered by; null for none, or if no cursor has passed it. */
    @Nullable
    public String key(long at) {
        KeyLane keyLane = byPlace.get(at);
        return keyLane == null ? null : keyLane.key;
    }

    /** Returns the message that holds a key; -1 for none. */
    public long holder(String key) {
        KeyLane keyLane = byKey.get(key);
        return keyLane == null || keyLane.isEmpty() ? -1 : keyLane.first();
    }

    /** Adds a message that a cursor passes. */
    public void join(String key, long at) {
        KeyLane keyLane = keyLane(key);
        keyLane.addLast(at);
        places++;
        if (keyLane.size() == 1 || group.entry(at) != null) {
            byPlace.put(at, keyLane);
        }
        prune(keyLane);
    }

    /** Records a message that was delivered together with those before it. */
    public void taken(long at, KeyLane keyLane) {
        byPlace.put(at, keyLane);
    }

    /** Removes a settled message, and offers the next one of its key. */
    public void settled(long at) {
        KeyLane keyLane = byPlace.remove(at);
        if (keyLane != null) {
            advance(keyLane);
        }
    }

    /** Lets the key go on after a message was parked. */
    public void parked(long at) {
        KeyLane keyLane = byPlace.get(at);
        if (keyLane != null) {
            advance(keyLane);
        }
    }

    /** Adds a message that is ready again. */
    public void returned(long at) {
        KeyLane last = byPlace.get(at);
        if (last == null) {
            group.addReady(at);
            return;
        }
        KeyLane keyLane = keyLane(last.key);
        byPlace.put(at, keyLane);
        if (keyLane.isEmpty() || at < keyLane.first()) {
            if (!keyLane.isEmpty()) {
                group.removeReady(keyLane.first());
            }
            keyLane.addFirst(at);
            places++;
        }
        if (keyLane.first() == at) {
            group.addReady(at);
        }
    }

    private void advance(KeyLane keyLane) {
        prune(keyLane);
        if (!keyLane.isEmpty()) {
            long first = keyLane.first();
            byPlace.put(first, keyLane);
            if (group.isReady(first)) {
                group.addReady(first);
            }
        }
    }

    private void prune(KeyLane keyLane) {
        while (!keyLane.isEmpty() && !holds(keyLane.first())) {
            keyLane.removeFirst();
            places--;
        }
        if (keyLane.isEmpty() && byKey.remove(keyLane.key, keyLane)) {
            chars -= keyLane.key.length();
        }
    }

    /** Returns whether a message holds back those after it. */
    public boolean holds(long at) {
        if (group.isDone(at)) {
            return false;
        }
        DeliveryState entry = group.entry(at);
        return entry == null || entry.state() != DeliveryState.State.PARKED || group.queue.config.parkHoldsKey();
    }

    /** The unsettled messages of one key before the cursor, in order. The first holds the key. */
    public static final class KeyLane {
        public final String key;

        /** The receive that took the last messages, how many it took, and the index after them. */
        public long receive;

        public int taken;

        public int after;

        /** The bytes left until the next key's turn. */
        long credit;

        private long[] ring = new long[4];
        private int head;
        private int size;

        public KeyLane(String key) {
            this.key = key;
        }

        public boolean isEmpty() {
            return size == 0;
        }

        public int size() {
            return size;
        }

        public long first() {
            return get(0);
        }

        public long get(int index) {
            return ring[head + index & ring.length - 1];
        }

        /** Advances the receive to the index after this message, past settled ones. */
        public void passTo(long at) {
            while (after < size && get(after++) != at) {
                // skip
            }
        }

        void addLast(long at) {
            room();
            ring[head + size & ring.length - 1] = at;
            size++;
        }

        void addFirst(long at) {
            room();
            head = head - 1 & ring.length - 1;
            ring[head] = at;
            size++;
        }

        public void removeFirst() {
            head = head + 1 & ring.length - 1;
            size--;
        }

        private void room() {
            if (size == ring.length) {
                long[] larger = Arrays.copyOf(ring, 2 * size);
                for (int i = 0; i < size; i++) {
                    larger[i] = get(i);
                }
                ring = larger;
                head = 0;
            }
        }
    }
}
