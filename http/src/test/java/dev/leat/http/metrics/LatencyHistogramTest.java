package dev.leat.http.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    private final LatencyHistogram histogram = new LatencyHistogram();

    @Test
    void aDurationGoesIntoTheFirstBucketThatReachesIt() {
        histogram.record(0);
        histogram.record(100_000);
        histogram.record(100_001);
        histogram.record(10_000_000_000L);
        histogram.record(Long.MAX_VALUE / 4);

        HistogramDataPointSnapshot seen = histogram.snapshot(Labels.EMPTY);

        assertThat(seen.getClassicBuckets().getUpperBound(0)).isEqualTo(0.0001);
        assertThat(seen.getClassicBuckets().getCount(0)).isEqualTo(2);
        assertThat(seen.getClassicBuckets().getCount(1)).isEqualTo(1);
        assertThat(seen.getClassicBuckets().getCount(15)).isEqualTo(1);
        assertThat(seen.getClassicBuckets().getCount(16)).isEqualTo(1);
    }

    @Test
    void nothingIsLostWhereThreadsMeet() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int nanos = 0; nanos < 50_000; nanos++) {
                    histogram.record(1_000);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        HistogramDataPointSnapshot seen = histogram.snapshot(Labels.EMPTY);

        assertThat(seen.getCount()).isEqualTo(400_000);
        assertThat(seen.getSum()).isEqualTo(0.4);
    }
}
