package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Retention;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Retention of fan-out queues that keep messages for replay, by age and size, and removal of messages that no group claims. Leased and
 * moving messages stay.
 */
public final class RetentionSweep {
    private static final int STEPS = 1000;

    /** How often messages that could not be removed are examined again. */
    private static final long RETRY_MILLIS = 5_000;

    private final QueueShardContext shard;
    private final MessageLoader loader;

    public RetentionSweep(QueueShardContext shard, MessageLoader loader) {
        this.shard = shard;
        this.loader = loader;
    }

    /** Plans a sweep after an enqueue. */
    public void watch(Queue queue, long now) {
        if (queue.isWork() || queue.messages == 0 || !(isOver(queue) || age(queue) != null)) {
            return;
        }
        plan(queue, isOver(queue) || queue.retentionTimer == Long.MAX_VALUE ? now : queue.retentionTimer);
    }

    /** Plans a sweep after the limits changed. */
    public void configured(Queue queue, long now) {
        if (!queue.isWork() && queue.messages > 0 && (isOver(queue) || age(queue) != null)) {
            plan(queue, now);
        }
    }

    private void plan(Queue queue, long at) {
        if (at < queue.retentionTimer) {
            queue.retentionTimer = at;
            shard.timers().at(at, changes -> look(queue, at, changes));
        }
    }

    /** Returns the largest age of messages; null for no limit. */
    private static @Nullable Duration age(Queue queue) {
        return switch (queue.config.retention()) {
            case Retention.Interest(Duration unclaimed) -> queue.groups.isEmpty() ? unclaimed : null;
            case Retention.Limits limits -> limits.age();
        };
    }

    /** Returns when the age of a message begins: an unclaimed message ages while the queue has no group. */
    private static long since(Queue queue, QueuedMessage message) {
        boolean unclaimed = queue.config.retention() instanceof Retention.Interest;
        return unclaimed ? Math.max(message.enqueuedAt(), queue.withoutGroupsSince) : message.enqueuedAt();
    }

    private static boolean isOver(Queue queue) {
        return queue.config.retention() instanceof Retention.Limits limits
                && ((limits.bytes() != null && queue.bytes() > limits.bytes())
                        || (limits.messages() != null && queue.messages > limits.messages()));
    }

    private void look(Queue queue, long at, Changes changes) {
        if (queue.deleted || queue.retentionTimer != at) {
            return;
        }
        queue.retentionTimer = Long.MAX_VALUE;
        Duration age = age(queue);
        long[] from = queue.next.clone();
        for (int lane = 0; lane < Positions.LANES; lane++) {
            from[lane] = Positions.first(lane);
        }
        for (int steps = 0; steps < STEPS && !changes.isFull(); steps++) {
            long place = oldest(queue, from);
            boolean passed = hasPassed(queue, from);
            if (place < 0 || (age == null && !isOver(queue))) {
                if (passed && (age != null || isOver(queue))) {
                    plan(queue, changes.time() + RETRY_MILLIS);
                }
                return;
            }
            QueuedMessage message = queue.resident.get(place);
            if (message == null) {
                loader.window(queue, place, new Continuation(queue));
                return;
            }
            long over = age == null ? Long.MAX_VALUE : since(queue, message) + age.toMillis();
            if (over > changes.time() && !isOver(queue)) {
                plan(queue, passed ? Math.min(over, changes.time() + RETRY_MILLIS) : over);
                return;
            }
            shard.remove(queue, place, RemovalReason.EXPIRED, changes);
        }
        plan(queue, changes.time() + 1);
    }

    /** Returns the position of the oldest message that can be removed; -1 for none. */
    private static long oldest(Queue queue, long[] from) {
        long oldest = -1;
        long lowest = Long.MAX_VALUE;
        for (int lane = 0; lane < Positions.LANES; lane++) {
            long at = first(queue, lane, from);
            QueuedMessage message = at < 0 ? null : queue.resident.get(at);
            if (at >= 0 && message == null) {
                return at; // its age is known after it is read
            }
            if (message != null && message.seq() < lowest) {
                oldest = at;
                lowest = message.seq();
            }
        }
        return oldest;
    }

    /** Returns whether messages were skipped that could not be removed. */
    private static boolean hasPassed(Queue queue, long[] from) {
        for (int lane = 0; lane < Positions.LANES; lane++) {
            if (queue.dropped.firstAbsent(Positions.first(lane)) < Math.min(from[lane], queue.next[lane])) {
                return true;
            }
        }
        return false;
    }

    private static long first(Queue queue, int lane, long[] from) {
        long at = queue.dropped.firstAbsent(from[lane]);
        while (at < queue.next[lane] && (queue.isLeased(at) || queue.isMoving(at))) {
            at = queue.dropped.firstAbsent(at + 1);
        }
        from[lane] = at;
        return at < queue.next[lane] ? at : -1;
    }

    /** Continuation after the oldest messages were read. */
    private final class Continuation implements MessageLoader.LoadListener {
        private final Queue queue;

        Continuation(Queue queue) {
            this.queue = queue;
        }

        @Override
        public void loaded(Changes changes) {
            plan(queue, changes.time());
        }

        @Override
        public void failed(Rejection rejection) {
            // the next enqueue tries again
        }
    }
}
