package dev.leat.engine.figures;

import dev.leat.storage.meter.Counter;
import dev.leat.storage.meter.Distribution;
import dev.leat.storage.meter.Histogram;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures checkpoints. The background thread writes it. */
public final class CheckpointMeter {
    private static final long[] MILLIS = {
        5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000
    };

    private final Histogram durations = new Histogram(nanos());
    private final Counter failures = new Counter();
    private volatile @Nullable Instant last;

    public CheckpointMeter() {}

    /**
     * What was measured.
     *
     * @param nanos how long those took that succeeded
     * @param last when one succeeded last; null if none has since the engine was opened
     */
    public record Figures(
            Distribution nanos, long failures, @Nullable Instant last) {}

    private static long[] nanos() {
        long[] nanos = new long[MILLIS.length];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = TimeUnit.MILLISECONDS.toNanos(MILLIS[i]);
        }
        return nanos;
    }

    public void succeeded(long nanos, Instant at) {
        durations.record(nanos);
        last = at;
    }

    public void failed() {
        failures.increment();
    }

    public Figures figures() {
        return new Figures(durations.distribution(), failures.value(), last);
    }
}
