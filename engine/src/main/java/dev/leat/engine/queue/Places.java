package dev.leat.engine.queue;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.Map;
import java.util.TreeMap;

/** A set of places, kept as ranges: what follows each other costs nothing. */
final class Places {
    private final TreeMap<Long, Long> ends = new TreeMap<>(); // from the first of a range to the one after its last
    private long size;

    boolean contains(long at) {
        Map.Entry<Long, Long> before = ends.floorEntry(at);
        return before != null && at < before.getValue();
    }

    /** Returns whether it was not in there yet. */
    boolean add(long at) {
        if (contains(at)) {
            return false;
        }
        addRange(at, at + 1);
        return true;
    }

    /** Adds everything from a place up to another, without that. */
    void addRange(long from, long to) {
        if (from >= to) {
            return;
        }
        long first = from;
        long end = to;
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        if (before != null && before.getValue() >= from) {
            first = before.getKey();
            end = Math.max(end, before.getValue());
            size -= before.getValue() - before.getKey();
        }
        Map.Entry<Long, Long> next = ends.higherEntry(first);
        while (next != null && next.getKey() <= end) {
            end = Math.max(end, next.getValue());
            size -= next.getValue() - next.getKey();
            ends.remove(next.getKey());
            next = ends.higherEntry(first);
        }
        ends.put(first, end);
        size += end - first;
    }

    void addAll(Places others) {
        others.ends.forEach(this::addRange);
    }

    /** How many places are in it. */
    long size() {
        return size;
    }

    /** The first place from this one on that is not in the set. */
    long firstAbsent(long from) {
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        return before != null && from < before.getValue() ? before.getValue() : from;
    }

    /** How many ranges there are. */
    int ranges() {
        return ends.size();
    }

    Places copy() {
        Places copy = new Places();
        copy.ends.putAll(ends);
        copy.size = size;
        return copy;
    }

    void write(BytesOut out) {
        out.varint(ends.size());
        long last = 0;
        for (Map.Entry<Long, Long> range : ends.entrySet()) {
            out.varint(range.getKey() - last).varint(range.getValue() - range.getKey());
            last = range.getValue();
        }
    }

    static Places read(BytesIn in) {
        Places places = new Places();
        long last = 0;
        for (long left = in.varint(); left > 0; left--) {
            long from = last + in.varint();
            last = from + in.varint();
            places.ends.put(from, last);
            places.size += last - from;
        }
        return places;
    }
}
