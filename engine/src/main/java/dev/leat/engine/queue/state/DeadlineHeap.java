package dev.leat.engine.queue.state;

import java.util.Arrays;

/**
 * Heap of deadlines of messages, the earliest first. An outdated deadline stays until it is due, or until outdated ones prevail and the
 * owner rebuilds the heap.
 */
public final class DeadlineHeap {
    private static final int FEW = 1024;

    private long[] times = new long[16];
    private long[] places = new long[16];
    private int size;

    /** Returns the earliest deadline; {@link Long#MAX_VALUE} for none. */
    public long first() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    /** Returns the position of the message with the earliest deadline. */
    public long place() {
        return places[0];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Returns whether most deadlines are outdated. */
    boolean isStale(int live) {
        return size > FEW && size > 2 * live;
    }

    public void add(long time, long at) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            places = Arrays.copyOf(places, 2 * size);
        }
        int hole = size++;
        while (hole > 0 && times[(hole - 1) / 2] > time) {
            move((hole - 1) / 2, hole);
            hole = (hole - 1) / 2;
        }
        times[hole] = time;
        places[hole] = at;
    }

    public void removeFirst() {
        size--;
        long time = times[size];
        long at = places[size];
        int hole = 0;
        int child = earlierChild(hole);
        while (child < size && times[child] < time) {
            move(child, hole);
            hole = child;
            child = earlierChild(hole);
        }
        times[hole] = time;
        places[hole] = at;
    }

    private int earlierChild(int of) {
        int left = 2 * of + 1;
        return left + 1 < size && times[left + 1] < times[left] ? left + 1 : left;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        places[to] = places[from];
    }
}
