package dev.leat.cache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/** Graph of the threads that wait for loads, in all caches, so that loaders that would wait for each other for ever are refused. */
final class LoadWaitGraph {

    private static final ConcurrentHashMap<Thread, RunningLoad<?>> WAITING = new ConcurrentHashMap<>();

    private LoadWaitGraph() {}

    static <V> Entry<V> await(RunningLoad<V> load) throws InterruptedException, ExecutionException {
        Thread me = Thread.currentThread();
        WAITING.put(me, load); // before looking, so that of two threads that close a circle at least one sees it
        try {
            refuseCircle(me, load);
            return load.done().get();
        } finally {
            WAITING.remove(me);
        }
    }

    private static void refuseCircle(Thread me, RunningLoad<?> load) {
        RunningLoad<?> next = load;
        while (next != null && !next.done().isDone()) {
            Thread runner = next.runner();
            if (me.equals(runner)) {
                throw new IllegalStateException(
                        "a loader asks for what it is loading itself, so that it would wait for ever");
            }
            next = runner == null ? null : WAITING.get(runner);
        }
    }
}
