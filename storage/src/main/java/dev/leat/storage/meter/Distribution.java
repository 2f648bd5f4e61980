package dev.leat.storage.meter;

import java.util.Arrays;

/**
 * Counts of values by size.
 *
 * @param bounds the greatest value of each bucket but the last, which has no bound
 * @param counts how many values each bucket has, without those of the buckets before it; one more than there are bounds
 */
public record Distribution(long[] bounds, long[] counts, long sum) {

    public long count() {
        return Arrays.stream(counts).sum();
    }
}
