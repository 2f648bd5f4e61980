package dev.leat.api.internal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;

/**
 * Waits so that a thread of a {@link ForkJoinPool} is replaced meanwhile. What is waited for may need that pool: the HTTP client of
 * the JDK tells failures on a thread of the common pool, and would never come to it if all of them waited for such a failure.
 */
public final class Waiting {

    private Waiting() {}

    /** For blockers that cannot be interrupted. */
    public static void until(ForkJoinPool.ManagedBlocker blocker) {
        try {
            untilInterrupted(blocker);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void until(CountDownLatch latch) throws InterruptedException {
        untilInterrupted(new ForkJoinPool.ManagedBlocker() {
            @Override
            public boolean isReleasable() {
                return latch.getCount() == 0;
            }

            @Override
            public boolean block() throws InterruptedException {
                latch.await();
                return true;
            }
        });
    }

    private static void untilInterrupted(ForkJoinPool.ManagedBlocker blocker) throws InterruptedException {
        try {
            ForkJoinPool.managedBlock(blocker);
        } catch (RejectedExecutionException e) { // the pool has as many threads as it may
            blocker.block();
        }
    }
}
