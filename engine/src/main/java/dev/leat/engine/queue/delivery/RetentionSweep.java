package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.Retention;
import dev.leat.engine.queue.state.EndReason;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Removes the oldest messages of fan-out queues that keep them for replay, when they are too old or too many, and messages that no
 * group has claimed for too long. What is leased, or on its way elsewhere, stays.
 */
public final class RetentionSweep {
    private static final int STEPS = 1000;

    /** How often it is looked whether what could not go can. */
    private static final long RETRY_MILLIS = 5_000;

    private final ShardScope scope;
    private final MessageLoader loader;

    public RetentionSweep(ShardScope scope, MessageLoader loader) {
        this.scope = scope;
        this.loader = loader;
    }

    /** There is a message more. */
    public void watch(Queue queue, long now) {
        if (queue.isWork() || queue.messages == 0 || !(isOver(queue) || age(queue) != null)) {
            return;
        }
        plan(queue, isOver(queue) || queue.retentionTimer == Long.MAX_VALUE ? now : queue.retentionTimer);
    }

    /** Other limits count from now on. */
    public void configured(Queue queue, long now) {
        if (!queue.isWork() && queue.messages > 0 && (isOver(queue) || age(queue) != null)) {
            plan(queue, now);
        }
    }

    private void plan(Queue queue, long at) {
        if (at < queue.retentionTimer) {
            queue.retentionTimer = at;
            scope.timers().at(at, changes -> look(queue, at, changes));
        }
    }

    /** How old messages become; null for any age. */
    private static @Nullable Duration age(Queue queue) {
        return switch (queue.config.retention()) {
            case Retention.Interest(Duration unclaimed) -> queue.groups.isEmpty() ? unclaimed : null;
            case Retention.Limits limits -> limits.age();
        };
    }

    /** From when on the age of a message counts: what is unclaimed was not, while there was a group. */
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
        if (queue.gone || queue.retentionTimer != at) {
            return;
        }
        queue.retentionTimer = Long.MAX_VALUE;
        Duration age = age(queue);
        long[] from = queue.next.clone();
        for (int lane = 0; lane < Position.LANES; lane++) {
            from[lane] = Position.first(lane);
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
            scope.remove(queue, place, EndReason.EXPIRED, changes);
        }
        plan(queue, changes.time() + 1);
    }

    /** The place of the oldest message that can go; -1 if there is none. */
    private static long oldest(Queue queue, long[] from) {
        long oldest = -1;
        long lowest = Long.MAX_VALUE;
        for (int lane = 0; lane < Position.LANES; lane++) {
            long at = first(queue, lane, from);
            QueuedMessage message = at < 0 ? null : queue.resident.get(at);
            if (at >= 0 && message == null) {
                return at; // it has to be read before its age is known
            }
            if (message != null && message.seq() < lowest) {
                oldest = at;
                lowest = message.seq();
            }
        }
        return oldest;
    }

    /** Whether there are some that could not go. */
    private static boolean hasPassed(Queue queue, long[] from) {
        for (int lane = 0; lane < Position.LANES; lane++) {
            if (queue.dropped.firstAbsent(Position.first(lane)) < Math.min(from[lane], queue.next[lane])) {
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

    /** Goes on when the oldest messages are read. */
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
            // the next message that comes makes it try again
        }
    }
}
