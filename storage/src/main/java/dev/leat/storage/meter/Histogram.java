package dev.leat.storage.meter;

import java.util.concurrent.atomic.AtomicLongArray;

/** A counter of values by size, in buckets fixed beforehand. Like a {@link Counter}, it has one writer at a time and any readers. */
public final class Histogram {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000 * MICRO;
    private static final long SECOND = 1_000 * MILLI;

    private final long[] bounds;
    private final AtomicLongArray counts;
    private final Counter sum = new Counter();

    /** @param bounds the greatest value of each bucket, in order; what is greater than the last has one of its own */
    public Histogram(long... bounds) {
        this.bounds = bounds.clone();
        this.counts = new AtomicLongArray(bounds.length + 1);
        for (int i = 1; i < bounds.length; i++) {
            if (bounds[i] <= bounds[i - 1]) {
                throw new IllegalArgumentException("bounds grow, but " + bounds[i] + " follows " + bounds[i - 1]);
            }
        }
    }

    /** For how long a disk takes, in nanoseconds: from 100 µs to 10 s. */
    public static Histogram ofLatencies() {
        return new Histogram(
                100 * MICRO,
                250 * MICRO,
                500 * MICRO,
                MILLI,
                2_500 * MICRO,
                5 * MILLI,
                10 * MILLI,
                25 * MILLI,
                50 * MILLI,
                100 * MILLI,
                250 * MILLI,
                500 * MILLI,
                SECOND,
                2_500 * MILLI,
                5 * SECOND,
                10 * SECOND);
    }

    /** For sizes: each bucket reaches {@code 2^step} times as far as the one before. */
    public static Histogram ofPowers(long first, int step, int buckets) {
        long[] bounds = new long[buckets];
        for (int i = 0; i < buckets; i++) {
            bounds[i] = first << (i * step);
        }
        return new Histogram(bounds);
    }

    public void record(long value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        sum.add(value);
        counts.setRelease(bucket, counts.getPlain(bucket) + 1);
    }

    /** What was recorded so far. The sum may be ahead of the counts by a value that is being recorded. */
    public Distribution distribution() {
        long[] seen = new long[counts.length()];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = counts.getAcquire(i);
        }
        return new Distribution(bounds.clone(), seen, sum.value());
    }
}
