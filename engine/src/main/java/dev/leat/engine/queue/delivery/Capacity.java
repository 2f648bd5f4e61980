package dev.leat.engine.queue.delivery;

import dev.leat.api.QueueConfig;
import dev.leat.api.Retention;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many messages a queue holds, against how many it may: leased, scheduled and parked ones count as well. */
public final class Capacity {
    /** How many messages are looked at in one turn to find one that can make room. */
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

    /** The lane that a message of a priority takes its place in. */
    public static int lane(Queue queue, int priority) {
        return queue.config.priority() ? Position.laneOf(priority) : 0;
    }

    /** Whether the lane of a priority has given out all its places: its queue takes no more such messages, ever. */
    public static boolean isSpent(Queue queue, int priority) {
        int lane = lane(queue, priority);
        return Position.isSpent(lane, queue.next[lane]);
    }

    /** How many bytes a message has at most: one that alone is more than is kept for replay would be gone at once. */
    public static long largest(Queue queue) {
        Long most = queue.config.retention() instanceof Retention.Limits limits ? limits.bytes() : null;
        return queue.isWork() || most == null ? Long.MAX_VALUE : most;
    }

    /** Whether it would fit if the queue were empty. */
    static boolean couldFit(Queue queue, long messages, long bytes) {
        QueueConfig config = queue.config;
        boolean enough = config.maxMessages() == 0 || messages <= config.maxMessages();
        return enough && (config.maxBytes() == 0 || bytes <= config.maxBytes());
    }

    /**
     * The oldest messages that are ready, as many as have to go to make room; null if that is not enough, or not known yet. What was
     * looked at is not looked at again, and the search goes on in the next turn.
     */
    @Nullable
    List<QueuedMessage> victims(Queue queue, long messages, long bytes) {
        List<QueuedMessage> victims = new ArrayList<>();
        long freed = 0;
        queue.searching = false;
        long[] at = queue.next.clone();
        for (int lane = 0; lane < queue.lanes(); lane++) {
            at[lane] = Position.first(lane);
        }
        while (!fits(queue, messages - victims.size(), bytes - freed)) {
            QueuedMessage oldest = oldest(queue, at);
            if (oldest == null) {
                return null;
            }
            victims.add(oldest);
            freed += oldest.bytes();
            at[Position.lane(oldest.at())] = oldest.at() + 1;
        }
        return victims;
    }

    /** @param from where to begin, lane by lane; moved past those that cannot go */
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

    /** Whether no group has it, or has to do with it later. */
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
