package dev.leat.engine.queue.state;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Index of the unsettled messages of a group by order key. The earliest one holds its key, also while it waits for its next attempt; the
 * others are blocked. A parked message lets the next one go on, unless the queue says otherwise; if it returns, it is first again.
 *
 * <p>Messages join when a cursor passes them, so recovery arrives at the same order. A message that is settled out of turn stays in its
 * backlog until it would be first.
 */
public final class OrderKeyIndex {
    private static final long BACKLOG_BYTES = 240;
    private static final long POSITION_BYTES = 16;
    private static final long NODE_BYTES = 96;

    private final Group group;
    private final Map<String, KeyBacklog> byKey = new HashMap<>();

    /** The backlog of each message that is or was first, or was delivered. */
    private final Map<Long, KeyBacklog> byPosition = new HashMap<>();

    private long chars;
    private long positions;

    public OrderKeyIndex(Group group) {
        this.group = group;
    }

    public void clear() {
        byKey.clear();
        byPosition.clear();
        chars = 0;
        positions = 0;
    }

    /** Returns the estimated bytes of memory. */
    long memoryBytes() {
        return byKey.size() * BACKLOG_BYTES
                + chars * Character.BYTES
                + positions * POSITION_BYTES
                + byPosition.size() * NODE_BYTES;
    }

    private KeyBacklog backlog(String key) {
        KeyBacklog backlog = byKey.get(key);
        if (backlog == null) {
            backlog = new KeyBacklog(key);
            byKey.put(key, backlog);
            chars += key.length();
        }
        return backlog;
    }

    @Nullable
    public KeyBacklog of(String key) {
        return byKey.get(key);
    }

    @Nullable
    public KeyBacklog of(long at) {
        return byPosition.get(at);
    }

    /** Returns the key that a message is ordered by; null for none, or if no cursor has passed it. */
    @Nullable
    public String key(long at) {
        KeyBacklog backlog = byPosition.get(at);
        return backlog == null ? null : backlog.key;
    }

    /** Returns the message that holds a key; -1 for none. */
    public long holder(String key) {
        KeyBacklog backlog = byKey.get(key);
        return backlog == null || backlog.isEmpty() ? -1 : backlog.first();
    }

    /** Adds a message that a cursor passes. */
    public void join(String key, long at) {
        KeyBacklog backlog = backlog(key);
        backlog.addLast(at);
        positions++;
        if (backlog.size() == 1 || group.entry(at) != null) {
            byPosition.put(at, backlog);
        }
        prune(backlog);
    }

    /** Records a message that was delivered together with those before it. */
    public void taken(long at, KeyBacklog backlog) {
        byPosition.put(at, backlog);
    }

    /** Removes a settled message, and offers the next one of its key. */
    public void settled(long at) {
        KeyBacklog backlog = byPosition.remove(at);
        if (backlog != null) {
            advance(backlog);
        }
    }

    /** Lets the key go on after a message was parked. */
    public void parked(long at) {
        KeyBacklog backlog = byPosition.get(at);
        if (backlog != null) {
            advance(backlog);
        }
    }

    /** Adds a message that is ready again. */
    public void returned(long at) {
        KeyBacklog last = byPosition.get(at);
        if (last == null) {
            group.addReady(at);
            return;
        }
        KeyBacklog backlog = backlog(last.key);
        byPosition.put(at, backlog);
        if (backlog.isEmpty() || at < backlog.first()) {
            if (!backlog.isEmpty()) {
                group.removeReady(backlog.first());
            }
            backlog.addFirst(at);
            positions++;
        }
        if (backlog.first() == at) {
            group.addReady(at);
        }
    }

    private void advance(KeyBacklog backlog) {
        prune(backlog);
        if (!backlog.isEmpty()) {
            long first = backlog.first();
            byPosition.put(first, backlog);
            if (group.isReady(first)) {
                group.addReady(first);
            }
        }
    }

    private void prune(KeyBacklog backlog) {
        while (!backlog.isEmpty() && !holds(backlog.first())) {
            backlog.removeFirst();
            positions--;
        }
        if (backlog.isEmpty() && byKey.remove(backlog.key, backlog)) {
            chars -= backlog.key.length();
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
    public static final class KeyBacklog {
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

        public KeyBacklog(String key) {
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
