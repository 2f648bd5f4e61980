package dev.leat.spring;

import dev.leat.outbox.Outbox;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the outbox when all beans are there and before requests come in, so that no request meets a cache that does not
 * follow yet; stops it after the last of them.
 */
final class OutboxLifecycle implements SmartLifecycle {

    /** Web servers start at 2048 before the last phase, and stop as long after it. */
    static final int PHASE = DEFAULT_PHASE - 4096;

    private final Outbox outbox;
    private boolean running;
    private boolean stopped;

    OutboxLifecycle(Outbox outbox) {
        this.outbox = outbox;
    }

    @Override
    public synchronized void start() {
        if (stopped) {
            throw new IllegalStateException("an outbox that was stopped does not start again: it needs a new context");
        }
        outbox.start();
        running = true;
    }

    @Override
    public synchronized void stop() {
        if (running) {
            outbox.close();
            running = false;
            stopped = true;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    /** A pause would end it. */
    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
