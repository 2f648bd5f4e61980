package dev.leat.cache;

/**
 * What cells counted at one time, which was before a loader ran. As long as they count the same, what it loaded is as good
 * as new.
 *
 * <p>Cells only grow, so that their sum is the same only if each of them is.
 */
final class Stamp {

    private static final long NEVER = -1;

    private final Cell[] cells;
    private final long sum;

    private Stamp(Cell[] cells, long sum) {
        this.cells = cells;
        this.sum = sum;
    }

    static Stamp of(Cell... cells) {
        return new Stamp(cells, sum(cells));
    }

    /** A stamp that is never current. */
    static Stamp never() {
        return new Stamp(new Cell[0], NEVER);
    }

    boolean current() {
        return sum(cells) == sum;
    }

    /** This stamp, and what others count now. */
    Stamp and(Cell... others) {
        Cell[] all = new Cell[cells.length + others.length];
        System.arraycopy(cells, 0, all, 0, cells.length);
        System.arraycopy(others, 0, all, cells.length, others.length);
        return new Stamp(all, sum + sum(others));
    }

    /** What the same cells count now. */
    Stamp renewed() {
        return of(cells);
    }

    private static long sum(Cell[] cells) {
        long sum = 0;
        for (Cell cell : cells) {
            sum += cell.get();
        }
        return sum;
    }
}
