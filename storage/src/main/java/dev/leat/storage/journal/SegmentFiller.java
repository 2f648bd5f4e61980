package dev.leat.storage.journal;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The thread that prepares space ahead of the committer. On a full disk it looks again from time to time. */
final class SegmentFiller implements Runnable {
    private static final long RETRY = Duration.ofSeconds(1).toNanos();

    private final SegmentSupply supply;
    private final Thread thread =
            Thread.ofPlatform().name("leat-journal-filler").daemon().unstarted(this);
    private volatile boolean stopped;

    SegmentFiller(SegmentSupply supply) {
        this.supply = supply;
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    void stop() {
        stopped = true;
        wake();
        ThreadJoin.join(thread);
    }

    @Override
    public void run() {
        while (!stopped) {
            // Asked again right before parking: waiting for the supply's lock may have used up the wake-up of a stop.
            if (!supply.extend() && !stopped) {
                LockSupport.parkNanos(this, supply.isShort() ? RETRY : Long.MAX_VALUE);
            }
        }
    }
}
