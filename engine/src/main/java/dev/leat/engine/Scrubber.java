package dev.leat.engine;

import dev.leat.engine.scrub.Scrub;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that runs the scrub: it takes a step, waits as long as the scrub says, and ends with the core that it reads. */
final class Scrubber implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Scrubber.class);

    private final Scrub scrub;
    private final Thread thread = new Thread(this, "leat-scrub");
    private volatile boolean stopping;

    Scrubber(Scrub scrub) {
        this.scrub = scrub;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends the thread after its step. To be called before the storage is closed. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
        EngineCore.joinUninterruptibly(thread);
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                long wait = scrub.step();
                if (wait > 0 && !stopping) {
                    LockSupport.parkNanos(this, wait);
                }
            }
            scrub.close();
        } catch (RuntimeException | Error e) { // nothing else depends on it
            LOG.error("the scrub stopped because of a bug; everything else goes on", e);
        }
    }
}
