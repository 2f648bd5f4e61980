package dev.leat.api.spi;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.internal.Waiting;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A reply that exactly one thread waits for, which makes it cheaper than a future. */
final class Answer<O> implements Reply<O>, ForkJoinPool.ManagedBlocker {
    private final Thread waiter = Thread.currentThread();
    private volatile @Nullable O outcome;
    private volatile @Nullable Rejection rejection;

    @Override
    public void answered(O outcome) {
        this.outcome = outcome;
        LockSupport.unpark(waiter);
    }

    @Override
    public void refused(Rejection rejection) {
        this.rejection = rejection;
        LockSupport.unpark(waiter);
    }

    /**
     * Waits through interrupts, because the command goes on in any case; the thread stays interrupted afterwards.
     *
     * @param onInterrupt what may bring the answer about sooner
     */
    O await(Runnable onInterrupt) {
        boolean interrupted = false;
        try {
            while (true) {
                O answer = outcome;
                if (answer != null) {
                    return answer;
                }
                Rejection refusal = rejection;
                if (refusal != null) {
                    throw RejectedException.of(refusal);
                }
                Waiting.until(this);
                if (Thread.interrupted() && !interrupted) {
                    interrupted = true;
                    onInterrupt.run();
                }
            }
        } finally {
            if (interrupted) {
                waiter.interrupt();
            }
        }
    }

    @Override
    public boolean isReleasable() {
        return outcome != null || rejection != null;
    }

    /** Whatever ends the parking is looked at by {@link #await}. */
    @Override
    public boolean block() {
        LockSupport.park(this);
        return true;
    }
}
