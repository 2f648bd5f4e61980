package dev.leat.api;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what a worker does. */
final class WorkerTally {
    final LongAdder received = new LongAdder();
    final LongAdder acked = new LongAdder();
    final LongAdder nacked = new LongAdder();
    final LongAdder rejected = new LongAdder();
    final LongAdder released = new LongAdder();
    final LongAdder lost = new LongAdder();
    final LongAdder extended = new LongAdder();
    private final LongAdder refusals = new LongAdder();
    private volatile @Nullable Rejection lastRefusal;

    void refused(Rejection rejection) {
        refusals.increment();
        lastRefusal = rejection;
    }

    /** A settlement went through. */
    void settled(Settlement settlement) {
        switch (settlement) {
            case Settlement.Ack ack -> acked.increment();
            case Settlement.Nack nack -> nacked.increment();
            case Settlement.Reject reject -> rejected.increment();
            case Settlement.Release release -> released.increment();
            case Settlement.Extend extend -> extended.increment();
        }
    }

    WorkerStats stats(int running) {
        return new WorkerStats(
                running,
                received.sum(),
                acked.sum(),
                nacked.sum(),
                rejected.sum(),
                released.sum(),
                lost.sum(),
                extended.sum(),
                refusals.sum(),
                lastRefusal);
    }
}
