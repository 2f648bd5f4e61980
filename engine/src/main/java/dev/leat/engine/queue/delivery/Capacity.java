package dev.leat.engine.queue.delivery;

import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.Retention;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Limits of a queue: its messages and bytes, including leased, scheduled and parked messages, and what may be dropped for new ones. */
public final class Capacity {
    /** How many messages a turn examines to find one that can be dropped. */
    private static final int STEPS = 10_000;

    private final DeliverableMessages messages;
    private final WakeList wakes;

    public Capacity(DeliverableMessages messages, WakeList wakes) {
        this.messages = messages;
        this.wakes = wakes;
    }

    public static boolean fits(Queue queue, long messages, long bytes) {
        QueueConfig config = queue.config;
        boolean enough = config.maxMessages() == 0 || queue.messages + messages <= config.maxMessages();
        return enough && (config.maxBytes() == 0 || queue.bytes() + bytes <= config.maxBytes());
    }

    /** Returns the lane of a priority. */
    public static int lane(Queue queue, int priority) {
        return queue.config.priority() ? Position.laneOf(priority) : 0;
    }

    /** Returns whether a lane has no positions left: the queue accepts no more messages of this priority. */
    public static boolean isSpent(Queue queue, int priority) {
        int lane = lane(queue, priority);
        return Position.isSpent(lane, queue.next[lane]);
    }

    /** Returns the largest payload in bytes: one that exceeds the retention limit alone would be removed at once. */
    public static long largest(Queue queue) {
        Long most = queue.config.retention() instanceof Retention.Limits limits ? limits.bytes() : null;
        return queue.isWork() || most == null ? Long.MAX_VALUE : most;
    }

    /** Returns whether the messages would fit into the empty queue. */
    static boolean couldFit(Queue queue, long messages, long bytes) {
        QueueConfig config = queue.config;
        boolean enough = config.maxMessages() == 0 || messages <= config.maxMessages();
        return enough && (config.maxBytes() == 0 || bytes <= config.maxBytes());
    }

    /**
     * Returns the oldest ready messages that have to be dropped to make room; null if they are not enough, or not known yet. Examined
     * messages are not examined again; the search continues in the next turn.
     */
    @Nullable
    List<QueuedMessage> messagesToDrop(Queue queue, long messages, long bytes) {
        List<QueuedMessage> messagesToDrop = new ArrayList<>();
        long freed = 0;
        queue.searching = false;
        long[] at = queue.next.clone();
        for (int lane = 0; lane < queue.lanes(); lane++) {
            at[lane] = Position.first(lane);
        }
        while (!fits(queue, messages - messagesToDrop.size(), bytes - freed)) {
            QueuedMessage oldest = oldest(queue, at);
            if (oldest == null) {
                return null;
            }
            messagesToDrop.add(oldest);
            freed += oldest.bytes();
            at[Position.lane(oldest.at())] = oldest.at() + 1;
        }
        return messagesToDrop;
    }

    /** @param from the first position of each lane to examine; advanced past messages that cannot be dropped */
    private @Nullable QueuedMessage oldest(Queue queue, long[] from) {
        QueuedMessage oldest = null;
        for (int lane = 0; lane < queue.lanes(); lane++) {
            QueuedMessage first = first(queue, lane, from);
            if (queue.searching || (first == null && isBeingRead(queue, from[lane]))) {
                return null; // it may be the oldest
            }
            if (first != null && (oldest == null || first.seq() < oldest.seq())) {
                oldest = first;
            }
        }
        return oldest;
    }

    private @Nullable QueuedMessage first(Queue queue, int lane, long[] from) {
        long end = queue.next[lane];
        for (int steps = 0; steps < STEPS; steps++) {
            long at = Math.min(end, queue.dropped.firstAbsent(queue.undroppable.firstAbsent(from[lane])));
            queue.undroppable.addRange(from[lane], at);
            from[lane] = at;
            if (at >= end) {
                return null;
            }
            if (!queue.undroppable.contains(at) && isReady(queue, at)) {
                return messages.find(queue, at);
            }
            queue.undroppable.add(at);
        }
        queue.searching = true;
        wakes.resumeNextTurn(queue);
        return null;
    }

    private static boolean isBeingRead(Queue queue, long at) {
        return queue.has(at) && queue.resident.get(at) == null && isReady(queue, at);
    }

    /** Returns whether no group has leased the message, or needs it later. */
    private static boolean isReady(Queue queue, long at) {
        for (Group group : queue.groups.values()) {
            DeliveryState entry = group.entry(at);
            if (entry != null && entry.state() != DeliveryState.State.READY) {
                return false;
            }
        }
        return true;
    }
}
