package dev.leat.engine;

import dev.leat.engine.shard.CallerRuns;

/** A thread that others wait for; it must never wait for itself. */
final class EngineThread extends Thread {

    EngineThread(Runnable work, String name) {
        super(work, name);
        setDaemon(true);
    }

    /** A callback that runs on such a thread and waits for another commit would deadlock. */
    static void forbidWaiting() {
        if (Thread.currentThread() instanceof EngineThread || CallerRuns.isCurrent()) {
            throw new IllegalStateException(
                    "a blocking call on a thread of the engine, or lent to it, would wait for itself; use the async"
                            + " API or another thread");
        }
    }
}
