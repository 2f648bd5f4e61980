package dev.leat.engine.queue;

import dev.leat.engine.shard.Changes;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * What the queues of a shard do when its time comes. Nothing is taken back: what is done looks whether it still has to be. So
 * whoever has many moments sets one timer for the first of them.
 */
final class QueueTimers {
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::order));
    private long order;

    private record Timer(long at, long order, Consumer<Changes> action) {}

    /** When the first is due; {@link Long#MAX_VALUE} for none. */
    long due() {
        Timer first = timers.peek();
        return first == null ? Long.MAX_VALUE : first.at;
    }

    void at(long time, Consumer<Changes> action) {
        timers.add(new Timer(time, order++, action));
    }

    /** Does what is due, as far as the turn has room. */
    void run(Changes changes) {
        while (due() <= changes.time() && !changes.isFull()) {
            timers.remove().action.accept(changes);
        }
    }
}
