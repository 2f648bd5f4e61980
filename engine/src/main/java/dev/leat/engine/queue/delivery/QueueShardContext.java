package dev.leat.engine.queue.delivery;

import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.Changes;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** The queues of one shard, for the services that decide about them: their state, their timers, and the one way to change them. */
public interface QueueShardContext {

    QueueTable table();

    Timers timers();

    /** Writes a change for the journal, applies it, and wakes what waits for it. */
    void change(QueueChange change, Changes changes);

    /** Runs work in a later turn of this shard, also if its inbox is full. Any thread may call it. */
    void inTurn(Consumer<Changes> work);

    /** Sets the state of a message in a group. */
    default void put(Group group, long at, DeliveryState state, Changes changes) {
        change(new QueueChange.OfEntry(group.queue.number, group.number, at, state), changes);
    }

    /** Ends a message for a group. */
    default void end(Group group, long at, RemovalReason reason, Changes changes) {
        change(new QueueChange.Done(group.queue.number, group.number, at, reason), changes);
    }

    /** Ends a message for all groups, and removes it. */
    default void remove(Queue queue, long at, RemovalReason reason, Changes changes) {
        change(new QueueChange.Removed(queue.number, at, reason), changes);
    }

    /**
     * Actions of the queues of a shard, each at its time. A timer cannot be cancelled: an action checks whether it still applies. A service
     * with many deadlines sets one timer, for the earliest.
     */
    final class Timers {
        private final PriorityQueue<Timer> timers =
                new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::order));
        private long order;

        private record Timer(long at, long order, Consumer<Changes> action) {}

        /** Returns the time of the earliest action; {@link Long#MAX_VALUE} for none. */
        public long due() {
            Timer first = timers.peek();
            return first == null ? Long.MAX_VALUE : first.at;
        }

        public void at(long time, Consumer<Changes> action) {
            timers.add(new Timer(time, order++, action));
        }

        /** Runs the actions that are due, until the turn is full. */
        public void run(Changes changes) {
            while (due() <= changes.time() && !changes.isFull()) {
                timers.remove().action.accept(changes);
            }
        }
    }
}
