package dev.leat.engine.queue.state;

import dev.leat.api.queue.NewMessage;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.Transaction;

/**
 * Positions of a message in its queue as one number: lane, then index in the lane. A lane is a priority, the highest first, and has no
 * gaps. So numbers ascend in delivery order, and the done messages of a lane form few ranges.
 */
public final class Positions {
    public static final int LANES = NewMessage.HIGHEST_PRIORITY + 1;
    /** Instead of a position: there is none. */
    public static final long NONE = -1;

    private static final int BITS = 44;
    private static final long MASK = (1L << BITS) - 1;

    /** The last positions of a lane stay unused: a batch begins before them or is rejected. */
    private static final int RESERVE = Math.max(QueueCommand.MAX_BATCH, Transaction.MAX_OPS);

    private Positions() {}

    public static long of(int lane, long place) {
        return (long) lane << BITS | place;
    }

    public static int lane(long at) {
        return (int) (at >>> BITS);
    }

    /** Returns the index in the lane, from 0. */
    public static long within(long at) {
        return at & MASK;
    }

    /** Returns the first position of a lane. */
    public static long first(int lane) {
        return of(lane, 0);
    }

    /**
     * Returns whether a lane has too few positions left for a batch.
     *
     * @param next the next position of the lane
     */
    public static boolean isSpent(int lane, long next) {
        return next >= first(lane + 1) - RESERVE;
    }

    /** Returns the lane of a priority. A queue without priorities has only the first lane. */
    public static int laneOf(int priority) {
        return NewMessage.HIGHEST_PRIORITY - priority;
    }

    public static int priorityOf(int lane) {
        return NewMessage.HIGHEST_PRIORITY - lane;
    }
}
