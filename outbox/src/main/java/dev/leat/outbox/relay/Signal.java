package dev.leat.outbox.relay;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one sleeping worker; if none sleeps, the next one does not fall asleep. Many signals in between are one. */
final class Signal {

    private final Semaphore permits = new Semaphore(0);

    void wake() {
        if (permits.availablePermits() == 0) {
            permits.release();
        }
    }

    /** For good: nobody sleeps any more. */
    void wakeAll(int sleepers) {
        permits.release(sleepers);
    }

    /** Returns whether it was woken, rather than having slept enough. */
    boolean sleep(long millis) throws InterruptedException {
        return permits.tryAcquire(millis, TimeUnit.MILLISECONDS);
    }
}
