package dev.leat.outbox.relay;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A binary semaphore that wakes one sleeping worker; if none sleeps, the next one does not fall asleep. Many signals in between are one. */
public final class Wakeup {

    private final Semaphore permits = new Semaphore(0);

    /** Returns whether a thread slept. */
    public boolean wake() {
        boolean sleeping = permits.hasQueuedThreads();
        if (permits.availablePermits() == 0) {
            permits.release();
        }
        return sleeping;
    }

    /** Ends all sleeps for good: later ones return at once. */
    public void wakeAll(int sleepers) {
        permits.release(sleepers);
    }

    /** Returns whether it was woken, rather than having slept enough. */
    public boolean sleep(long millis) throws InterruptedException {
        return permits.tryAcquire(millis, TimeUnit.MILLISECONDS);
    }
}
