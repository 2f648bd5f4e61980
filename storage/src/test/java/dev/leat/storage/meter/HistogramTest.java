package dev.leat.storage.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class HistogramTest {

    @Test
    void aValueGoesIntoTheFirstBucketThatReachesIt() {
        Histogram histogram = new Histogram(10, 20);

        for (long value : new long[] {0, 10, 11, 20, 21, 1000}) {
            histogram.record(value);
        }

        assertThat(histogram.distribution().counts()).containsExactly(2, 2, 2);
        assertThat(histogram.distribution().sum()).isEqualTo(1062);
        assertThat(histogram.distribution().count()).isEqualTo(6);
    }

    @Test
    void powersReachFromTheFirstByTheStep() {
        assertThat(Histogram.ofPowers(256, 2, 4).distribution().bounds()).containsExactly(256, 1024, 4096, 16384);
    }

    @Test
    void latenciesReachFromAHundredMicrosecondsToTenSeconds() {
        long[] bounds = Histogram.ofLatencies().distribution().bounds();

        assertThat(bounds[0]).isEqualTo(100_000);
        assertThat(bounds[bounds.length - 1]).isEqualTo(10_000_000_000L);
    }

    @Test
    void boundsThatDoNotGrowAreRefused() {
        assertThatThrownBy(() -> new Histogram(1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bounds grow, but 1 follows 1");
    }

    @Test
    void whatIsShownCannotBeChangedFromOutside() {
        Histogram histogram = new Histogram(1);
        histogram.distribution().counts()[0] = 7;
        histogram.distribution().bounds()[0] = 7;

        histogram.record(5);

        assertThat(histogram.distribution().counts()).containsExactly(0, 1);
    }

    @Test
    void readersNeverSeeItShrinkNorMoreThanWasWritten() throws Exception {
        Histogram histogram = Histogram.ofPowers(1, 1, 8);
        Counter counter = new Counter();
        AtomicBoolean done = new AtomicBoolean();
        Callable<Boolean> reader = () -> {
            boolean grows = true;
            long count = 0;
            long sum = 0;
            long counted = 0;
            while (!done.get()) {
                Distribution now = histogram.distribution();
                grows &= now.count() >= count && now.sum() >= sum && now.count() <= now.sum();
                grows &= counter.value() >= counted;
                count = now.count();
                sum = now.sum();
                counted = counter.value();
            }
            return grows;
        };
        try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
            Future<Boolean> first = readers.submit(reader);
            Future<Boolean> second = readers.submit(reader);

            for (int i = 0; i < 200_000; i++) {
                histogram.record(1 + (i & 511));
                counter.add(2);
            }
            done.set(true);

            assertThat(first.get()).isTrue();
            assertThat(second.get()).isTrue();
        }
        assertThat(histogram.distribution().count()).isEqualTo(200_000);
        assertThat(counter.value()).isEqualTo(400_000);
    }

    /** As when an engine recovers: the thread that wrote has ended before the next begins. */
    @Test
    void writersMayFollowEachOther() throws InterruptedException {
        Histogram histogram = new Histogram(1);
        Counter counter = new Counter();

        for (int writer = 0; writer < 10; writer++) {
            Thread thread = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 1000; i++) {
                    histogram.record(1);
                    counter.increment();
                }
            });
            thread.join();
        }

        assertThat(histogram.distribution().counts()).containsExactly(10_000, 0);
        assertThat(counter.value()).isEqualTo(10_000);
    }
}
