package dev.leat.http.exchange;

import dev.leat.api.spi.Registration;

/** One event loop, and the way to it from other threads. */
public interface Loop {

    boolean isCurrent();

    /** Runs a task on this loop: at once if this is its thread. */
    void run(Runnable task);

    /** Queues a task, which runs on this loop. */
    void post(Runnable task);

    /** Runs a task on this loop after a delay; closing the registration cancels it. */
    Registration schedule(Runnable task, long millis);

    /** Returns whether memory ran out, and in that case has it dealt with. On this loop's thread. */
    boolean isOutOfMemory(Throwable failure);
}
