package dev.leat.engine.queue.state;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Index of the leases of a group by consumer. */
public final class ConsumerLeaseIndex {
    private final Map<String, SmallPositionSet> byConsumer = new HashMap<>();

    void add(@Nullable String consumer, long at) {
        byConsumer
                .computeIfAbsent(String.valueOf(consumer), name -> new SmallPositionSet())
                .add(at);
    }

    void remove(@Nullable String consumer, long at) {
        String name = String.valueOf(consumer);
        SmallPositionSet leases = byConsumer.get(name);
        if (leases != null && leases.remove(at) && leases.isEmpty()) {
            byConsumer.remove(name);
        }
    }

    public int count(String consumer) {
        SmallPositionSet leases = byConsumer.get(consumer);
        return leases == null ? 0 : leases.size();
    }

    /** Returns the positions of the leases of a consumer, in order. */
    public long[] leases(String consumer) {
        SmallPositionSet leases = byConsumer.get(consumer);
        return leases == null ? new long[0] : leases.toSortedArray();
    }

    public Set<String> consumers() {
        return byConsumer.keySet();
    }

    /** Hash set of positions without an object for each. */
    static final class SmallPositionSet {
        private static final long FREE = -1;

        private long[] slots = new long[8];
        private int size;

        SmallPositionSet() {
            Arrays.fill(slots, FREE);
        }

        int size() {
            return size;
        }

        boolean isEmpty() {
            return size == 0;
        }

        boolean add(long at) {
            if (2 * (size + 1) > slots.length) {
                grow();
            }
            int slot = find(at);
            if (slots[slot] == at) {
                return false;
            }
            slots[slot] = at;
            size++;
            return true;
        }

        boolean contains(long at) {
            return slots[find(at)] == at;
        }

        boolean remove(long at) {
            int hole = find(at);
            if (slots[hole] != at) {
                return false;
            }
            size--;
            closeGap(hole);
            return true;
        }

        /** Moves entries back into a gap that would hide them. */
        private void closeGap(int gap) {
            int hole = gap;
            int mask = slots.length - 1;
            for (int slot = hole + 1 & mask; slots[slot] != FREE; slot = slot + 1 & mask) {
                int home = home(slots[slot]);
                if ((slot - home & mask) >= (slot - hole & mask)) {
                    slots[hole] = slots[slot];
                    hole = slot;
                }
            }
            slots[hole] = FREE;
        }

        void forEach(LongConsumer action) {
            for (long at : toSortedArray()) {
                action.accept(at);
            }
        }

        long[] toSortedArray() {
            long[] places = Arrays.stream(slots).filter(at -> at != FREE).toArray();
            Arrays.sort(places);
            return places;
        }

        private int find(long at) {
            int mask = slots.length - 1;
            int slot = home(at);
            while (slots[slot] != FREE && slots[slot] != at) {
                slot = slot + 1 & mask;
            }
            return slot;
        }

        private int home(long at) {
            return (int) ((at * 0x9E3779B97F4A7C15L) >>> 40) & (slots.length - 1);
        }

        private void grow() {
            long[] old = slots;
            slots = new long[2 * old.length];
            Arrays.fill(slots, FREE);
            for (long at : old) {
                if (at != FREE) {
                    slots[find(at)] = at;
                }
            }
        }
    }
}
