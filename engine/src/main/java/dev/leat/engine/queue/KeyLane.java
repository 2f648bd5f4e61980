package dev.leat.engine.queue;

import java.util.Arrays;

/** The unsettled messages of one key that a group's cursor has passed, in their order. The first holds the key. */
final class KeyLane {
    final String key;

    /** The receive that took the last of them, how many it took, and where it goes on. */
    long receive;

    int taken;

    int after;

    /** How many bytes it may still have before it is the next key's turn. */
    long credit;

    private long[] ring = new long[4];
    private int head;
    private int size;

    KeyLane(String key) {
        this.key = key;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    long first() {
        return get(0);
    }

    long get(int index) {
        return ring[head + index & ring.length - 1];
    }

    /** The receive goes on behind this one; what it passes over is settled. */
    void passTo(long at) {
        while (after < size && get(after++) != at) {
            // not yet
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

    void removeFirst() {
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
