package dev.leat.engine.queue.state;

import dev.leat.api.NewMessage;
import dev.leat.api.QueueCommand;
import dev.leat.api.Transaction;

/**
 * Where a message stands in its queue, as one number: its lane, then its place in the lane. A lane is a priority, the highest
 * first; places of a lane have no gaps. So numbers ascend in the order of delivery, and what is done of a lane is few ranges.
 */
public final class Position {
    public static final int LANES = NewMessage.HIGHEST_PRIORITY + 1;
    /** Instead of a position: there is none. */
    public static final long NONE = -1;

    private static final int BITS = 44;
    private static final long MASK = (1L << BITS) - 1;

    /** The last places of a lane are never given out: a call that may take some begins before them or not at all. */
    private static final int RESERVE = Math.max(QueueCommand.MAX_BATCH, Transaction.MAX_OPS);

    private Position() {}

    public static long of(int lane, long place) {
        return (long) lane << BITS | place;
    }

    public static int lane(long at) {
        return (int) (at >>> BITS);
    }

    /** Its number within the lane, from 0. */
    public static long within(long at) {
        return at & MASK;
    }

    /** The first place of a lane. */
    public static long first(int lane) {
        return of(lane, 0);
    }

    /**
     * Returns whether a lane has no places left for a call: its numbers would go on into the next lane.
     *
     * @param next the next place of the lane
     */
    public static boolean isSpent(int lane, long next) {
        return next >= first(lane + 1) - RESERVE;
    }

    /** The lane of a priority. A queue without priorities has only the first. */
    public static int laneOf(int priority) {
        return NewMessage.HIGHEST_PRIORITY - priority;
    }

    public static int priorityOf(int lane) {
        return NewMessage.HIGHEST_PRIORITY - lane;
    }
}
