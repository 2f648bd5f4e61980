package dev.leat.engine.queue.state;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.Map;
import java.util.TreeMap;

/** Set of positions, stored as ranges. */
public final class PositionSet {
    private final TreeMap<Long, Long> ends =
            new TreeMap<>(); // from the first position of a range to the one after its last
    private long size;

    public boolean contains(long at) {
        Map.Entry<Long, Long> before = ends.floorEntry(at);
        return before != null && at < before.getValue();
    }

    /** Adds a position. Returns whether it was absent. */
    public boolean add(long at) {
        if (contains(at)) {
            return false;
        }
        addRange(at, at + 1);
        return true;
    }

    /** Adds the positions from {@code from} to {@code to}, exclusive. Returns how many were absent. */
    public long addRange(long from, long to) {
        if (from >= to) {
            return 0;
        }
        long had = size;
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
        return size - had;
    }

    public void remove(long at) {
        Map.Entry<Long, Long> range = ends.floorEntry(at);
        if (range == null || at >= range.getValue()) {
            return;
        }
        ends.remove(range.getKey());
        if (range.getKey() < at) {
            ends.put(range.getKey(), at);
        }
        if (at + 1 < range.getValue()) {
            ends.put(at + 1, range.getValue());
        }
        size--;
    }

    public void clear() {
        ends.clear();
        size = 0;
    }

    public void addAll(PositionSet others) {
        others.ends.forEach(this::addRange);
    }

    /** Action on a range of positions, whose end is exclusive. */
    public interface Range {
        void from(long from, long to);
    }

    public void forEach(Range action) {
        ends.forEach(action::from);
    }

    /** Returns the positions of a range that are not in the set. */
    public PositionSet absent(long from, long to) {
        PositionSet absent = new PositionSet();
        long at = firstAbsent(from);
        while (at < to) {
            Long next = ends.ceilingKey(at);
            long end = next == null ? to : Math.min(to, next);
            absent.addRange(at, end);
            at = firstAbsent(end);
        }
        return absent;
    }

    /** Returns the intersection of two sets. */
    public PositionSet common(PositionSet other) {
        PositionSet common = new PositionSet();
        for (Map.Entry<Long, Long> range : ends.entrySet()) {
            long at = range.getKey();
            Map.Entry<Long, Long> theirs = other.ends.floorEntry(at);
            if (theirs == null || theirs.getValue() <= at) {
                theirs = other.ends.higherEntry(at);
            }
            while (theirs != null && theirs.getKey() < range.getValue()) {
                common.addRange(Math.max(at, theirs.getKey()), Math.min(range.getValue(), theirs.getValue()));
                theirs = other.ends.higherEntry(theirs.getKey());
            }
        }
        return common;
    }

    /** Removes the lowest ranges until at most this many are left. */
    void keepLast(int ranges) {
        while (ends.size() > ranges) {
            removeFirst();
        }
    }

    /** Removes the lowest range of a set that is not empty. */
    public void removeFirst() {
        Map.Entry<Long, Long> first = ends.firstEntry();
        size -= first.getValue() - first.getKey();
        ends.remove(first.getKey());
    }

    /** Returns the lowest position of a set that is not empty. */
    public long first() {
        return ends.firstKey();
    }

    /** Returns the number of positions. */
    public long size() {
        return size;
    }

    /** Returns the first position from {@code from} on that is not in the set. */
    public long firstAbsent(long from) {
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        return before != null && from < before.getValue() ? before.getValue() : from;
    }

    /** Returns the last position up to {@code upTo} that is not in the set; it may be -1. */
    public long lastAbsent(long upTo) {
        Map.Entry<Long, Long> before = ends.floorEntry(upTo);
        return before != null && upTo < before.getValue() ? before.getKey() - 1 : upTo;
    }

    /** Returns the number of ranges. */
    int ranges() {
        return ends.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PositionSet places && ends.equals(places.ends);
    }

    @Override
    public int hashCode() {
        return ends.hashCode();
    }

    /** Returns the ranges, for comparisons in tests. */
    @Override
    public String toString() {
        return ends.toString();
    }

    public PositionSet copy() {
        PositionSet copy = new PositionSet();
        copy.ends.putAll(ends);
        copy.size = size;
        return copy;
    }

    public void write(BytesOut out) {
        out.varint(ends.size());
        long last = 0;
        for (Map.Entry<Long, Long> range : ends.entrySet()) {
            out.varint(range.getKey() - last).varint(range.getValue() - range.getKey());
            last = range.getValue();
        }
    }

    public static PositionSet read(BytesIn in) {
        PositionSet places = new PositionSet();
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
