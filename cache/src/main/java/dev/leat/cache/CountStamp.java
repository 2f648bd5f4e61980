package dev.leat.cache;

/**
 * Sum of invalidation counts at one time, which was before a loader ran. As long as they count the same, what it loaded is as good
 * as new.
 *
 * <p>Cells only grow, so that their sum is the same only if each of them is.
 */
final class CountStamp {

    private static final long NEVER = -1;

    private final InvalidationCount[] cells;
    private final long sum;

    private CountStamp(InvalidationCount[] cells, long sum) {
        this.cells = cells;
        this.sum = sum;
    }

    static CountStamp of(InvalidationCount... cells) {
        return new CountStamp(cells, sum(cells));
    }

    /** A stamp that is never current. */
    static CountStamp never() {
        return new CountStamp(new InvalidationCount[0], NEVER);
    }

    boolean current() {
        return sum(cells) == sum;
    }

    /** This stamp, and what others count now. */
    CountStamp and(InvalidationCount... others) {
        InvalidationCount[] all = new InvalidationCount[cells.length + others.length];
        System.arraycopy(cells, 0, all, 0, cells.length);
        System.arraycopy(others, 0, all, cells.length, others.length);
        return new CountStamp(all, sum + sum(others));
    }

    /** What the same cells count now. */
    CountStamp renewed() {
        return of(cells);
    }

    private static long sum(InvalidationCount[] cells) {
        long sum = 0;
        for (InvalidationCount cell : cells) {
            sum += cell.get();
        }
        return sum;
    }
}
