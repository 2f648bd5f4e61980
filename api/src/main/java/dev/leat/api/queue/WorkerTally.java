package dev.leat.api.queue;

import dev.leat.api.Rejection;
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
        counter(settlement).increment();
    }

    private LongAdder counter(Settlement settlement) {
        if (settlement instanceof Settlement.Ack) {
            return acked;
        } else if (settlement instanceof Settlement.Nack) {
            return nacked;
        } else if (settlement instanceof Settlement.Reject) {
            return rejected;
        }
        return settlement instanceof Settlement.Release ? released : extended;
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
