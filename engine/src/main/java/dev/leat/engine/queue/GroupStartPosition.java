package dev.leat.engine.queue;

import java.util.Arrays;

/**
 * Where a group is to begin, as far as that had to be looked for: for each lane the first place that was found.
 *
 * @param queue the number of the queue that was searched
 * @param found {@link #NONE} for a lane where there was nothing
 * @param ends where each lane ended when the search began
 * @param past whether everything that comes later is meant as well; else only what comes after the group is made
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GroupStartPosition(long queue, long[] found, long[] ends, boolean past) {
    static final long NONE = Long.MAX_VALUE;

    static long[] nowhere() {
        long[] found = new long[Position.LANES];
        Arrays.fill(found, NONE);
        return found;
    }

    long[] in(Queue now) {
        long[] from = new long[Position.LANES];
        for (int lane = 0; lane < Position.LANES; lane++) {
            long rest = past ? ends[lane] : now.next[lane];
            from[lane] = found[lane] == NONE ? rest : found[lane];
        }
        return from;
    }
}
