package dev.leat.http.exchange;

import dev.leat.api.Registration;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.internal.ContextInternal;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event loop, and the way to it from other threads. Whatever engine threads post while it is busy it does in one go, so that
 * a batch of answers costs one wake-up.
 */
public final class Loop {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final FastThreadLocal<Loop> CURRENT = new FastThreadLocal<>();

    /** After so many tasks sockets get their turn. */
    private static final int TASKS_IN_A_ROW = 1024;

    private final EventLoop eventLoop;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean awake = new AtomicBoolean();
    private final Runnable drain = this::drain;
    private Consumer<OutOfMemoryError> outOfMemory = error -> {};

    private Loop(EventLoop eventLoop) {
        this.eventLoop = eventLoop;
    }

    /** The loop of the calling thread, which must be an event loop's. */
    public static Loop current() {
        Loop loop = CURRENT.get();
        if (loop == null) {
            enter(Objects.requireNonNull(ContextInternal.current()).nettyEventLoop());
            loop = CURRENT.get();
        }
        return loop;
    }

    /** Makes it known, for code that Vert.x did not call. On its thread. */
    static void enter(EventLoop own) {
        if (!CURRENT.isSet()) {
            CURRENT.set(new Loop(own));
        }
    }

    public boolean isCurrent() {
        return eventLoop.inEventLoop();
    }

    /** Runs a task on this loop: at once if this is its thread. */
    public void run(Runnable task) {
        if (isCurrent()) {
            task.run();
        } else {
            post(task);
        }
    }

    /** Runs a task on this loop, later. */
    public void post(Runnable task) {
        tasks.add(task);
        if (!awake.get() && awake.compareAndSet(false, true)) {
            eventLoop.execute(drain);
        }
    }

    /** Runs a task on this loop after a while, unless that is given up before. */
    public Registration schedule(Runnable task, long millis) {
        ScheduledFuture<?> timer = eventLoop.schedule(() -> guarded(task), millis, TimeUnit.MILLISECONDS);
        return () -> timer.cancel(false);
    }

    private void drain() {
        for (int i = 0; i < TASKS_IN_A_ROW; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                awake.set(false);
                if (tasks.isEmpty() || !awake.compareAndSet(false, true)) {
                    return;
                }
            } else {
                guarded(task);
            }
        }
        eventLoop.execute(drain);
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) { // the tasks of others go on
            if (!isOutOfMemory(e)) {
                LOG.error("a task of an event loop failed", e);
            }
        }
    }

    /** Sets what to do when memory runs out on this loop. On its thread. */
    void onOutOfMemory(Consumer<OutOfMemoryError> action) {
        outOfMemory = action;
    }

    /** Returns whether memory ran out, and in that case has it dealt with. On this loop's thread. */
    public boolean isOutOfMemory(Throwable failure) {
        if (failure instanceof OutOfMemoryError error) {
            outOfMemory.accept(error);
            return true;
        }
        return false;
    }
}
