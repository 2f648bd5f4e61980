package dev.leat.http.netty;

import dev.leat.api.spi.Registration;
import dev.leat.http.exchange.Loop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event loop, and the way to it from other threads. Tasks that engine threads post while it is busy run together,
 * so that a batch of answers costs one wake-up.
 */
public final class NettyLoop implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(NettyLoop.class);
    private static final FastThreadLocal<NettyLoop> CURRENT = new FastThreadLocal<>();

    /** How many tasks run before sockets are served again. */
    private static final int TASKS_IN_A_ROW = 1024;

    private final EventLoop eventLoop;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean awake = new AtomicBoolean();
    private final Runnable drain = this::drain;
    private Consumer<OutOfMemoryError> outOfMemory = error -> {};

    private NettyLoop(EventLoop eventLoop) {
        this.eventLoop = eventLoop;
    }

    /** Returns the loop of the calling thread, which runs an event loop that has had a connection. */
    public static NettyLoop current() {
        NettyLoop loop = CURRENT.get();
        if (loop == null) {
            throw new IllegalStateException("not on an event loop: " + Thread.currentThread());
        }
        return loop;
    }

    /** Makes an event loop known as the current one. On its thread. */
    static void enter(EventLoop own) {
        if (!CURRENT.isSet()) {
            CURRENT.set(new NettyLoop(own));
        }
    }

    @Override
    public boolean isCurrent() {
        return eventLoop.inEventLoop();
    }

    @Override
    public void run(Runnable task) {
        if (isCurrent()) {
            task.run();
        } else {
            post(task);
        }
    }

    @Override
    public void post(Runnable task) {
        tasks.add(task);
        if (!awake.get() && awake.compareAndSet(false, true)) {
            eventLoop.execute(drain);
        }
    }

    @Override
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

    @Override
    public boolean isOutOfMemory(Throwable failure) {
        if (failure instanceof OutOfMemoryError error) {
            outOfMemory.accept(error);
            return true;
        }
        return false;
    }
}
