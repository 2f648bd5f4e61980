package dev.leat.http.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** Counts durations, from 100 µs to 10 s. Every event loop writes it, so what is added to is striped. */
final class LatencyHistogram {
    private static final double NANOS = 1e9;
    private static final double[] SECONDS = {
        0.0001,
        0.00025,
        0.0005,
        0.001,
        0.0025,
        0.005,
        0.01,
        0.025,
        0.05,
        0.1,
        0.25,
        0.5,
        1,
        2.5,
        5,
        10,
        Double.POSITIVE_INFINITY
    };
    private static final long[] BOUNDS = Arrays.stream(SECONDS)
            .mapToLong(seconds -> Math.round(seconds * NANOS))
            .toArray();

    private final LongAdder[] counts = new LongAdder[BOUNDS.length];
    private final LongAdder sum = new LongAdder();

    LatencyHistogram() {
        Arrays.setAll(counts, bucket -> new LongAdder());
    }

    void record(long nanos) {
        int bucket = 0;
        while (nanos > BOUNDS[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(nanos);
    }

    HistogramDataPointSnapshot snapshot(Labels labels) {
        long[] seen = Arrays.stream(counts).mapToLong(LongAdder::sum).toArray();
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(SECONDS, seen))
                .sum(sum.sum() / NANOS)
                .build();
    }
}
