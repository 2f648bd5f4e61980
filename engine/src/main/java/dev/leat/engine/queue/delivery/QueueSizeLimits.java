package dev.leat.engine.queue.delivery;

import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.Retention;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Size limits of a queue: its messages and bytes, including leased, scheduled and parked messages, and what may be dropped for new
 * ones.
 */
public final class QueueSizeLimits {
    /** How many messages a turn examines to find one that can be dropped. */
    private static final int STEPS = 10_000;

    /** No message can be dropped. */
    private static final long NONE = -1;

    /** Whether a message can be dropped is not known yet. */
    private static final long UNKNOWN = -2;

    private final MessageReadAhead messages;
    private final WakeList wakes;

    public QueueSizeLimits(MessageReadAhead messages, WakeList wakes) {
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
        return queue.config.priority() ? Positions.laneOf(priority) : 0;
    }

    /** Returns whether a lane has no positions left: the queue accepts no more messages of this priority. */
    public static boolean isSpent(Queue queue, int priority) {
        int lane = lane(queue, priority);
        return Positions.isSpent(lane, queue.next[lane]);
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

    /** How dropping makes room for messages. */
    enum Room {
        /** There is room once some messages, or none, are dropped. */
        ENOUGH,
        /** There is none, whatever is dropped. */
        NONE,
        /** Not known yet: messages are being read, or the search for messages that can be dropped goes on in the next turn. */
        UNKNOWN
    }

    /**
     * Result of a search for messages to drop.
     *
     * @param oldest the positions of the oldest ready messages that have to go; all that were found unless there is {@link Room#ENOUGH}
     */
    record Drops(Room room, List<Long> oldest) {}

    /**
     * Finds the oldest ready messages that have to be dropped to make room. Messages that cannot be dropped are not examined again. A
     * search that is not over continues in the next turn, or when messages have been read, and wakes the enqueues that wait.
     */
    Drops drops(Queue queue, long messages, long bytes) {
        List<Long> oldest = new ArrayList<>();
        long freed = 0;
        long[] from = queue.next.clone();
        for (int lane = 0; lane < queue.lanes(); lane++) {
            from[lane] = Positions.first(lane);
        }
        while (!fits(queue, messages - oldest.size(), bytes - freed)) {
            long at = oldest(queue, from);
            if (at < 0) {
                return new Drops(at == NONE ? Room.NONE : Room.UNKNOWN, oldest);
            }
            oldest.add(at);
            freed += queue.payloadSizes.of(at);
            from[Positions.lane(at)] = at + 1;
        }
        return new Drops(Room.ENOUGH, oldest);
    }

    /**
     * Returns the position of the oldest message that can be dropped, {@link #NONE} or {@link #UNKNOWN}. Of several lanes the messages
     * have to be in memory: only they tell which came first.
     *
     * @param from the first position of each lane to examine; advanced past messages that cannot be dropped
     */
    private long oldest(Queue queue, long[] from) {
        if (queue.lanes() == 1) {
            return first(queue, 0, from);
        }
        long oldest = NONE;
        long oldestSeq = Long.MAX_VALUE;
        for (int lane = 0; lane < queue.lanes(); lane++) {
            long at = first(queue, lane, from);
            QueuedMessage message = at < 0 ? null : messages.find(queue, at);
            if (at == UNKNOWN || (at != NONE && message == null)) {
                return UNKNOWN; // it may be the oldest
            }
            if (message != null && message.seq() < oldestSeq) {
                oldest = at;
                oldestSeq = message.seq();
            }
        }
        return oldest;
    }

    /** Returns the first position of a lane that can be dropped, {@link #NONE} or {@link #UNKNOWN}. */
    private long first(Queue queue, int lane, long[] from) {
        long end = queue.next[lane];
        for (int steps = 0; steps < STEPS; steps++) {
            long at = Math.min(end, queue.dropped.firstAbsent(queue.undroppable.firstAbsent(from[lane])));
            queue.undroppable.addRange(from[lane], at);
            from[lane] = at;
            if (at >= end) {
                return NONE;
            }
            if (!queue.undroppable.contains(at) && isReady(queue, at)) {
                return at;
            }
            queue.undroppable.add(at);
        }
        wakes.resumeNextTurn(queue);
        return UNKNOWN;
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
