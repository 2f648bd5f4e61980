package dev.leat.outbox.sql;

/**
 * What a commit has in a table.
 *
 * @param rows that one call has written, or all that the commit has if {@code total}
 * @param xid the transaction's number, or 0
 */
public record Written(int rows, long xid, boolean total) {

    public static final Written NOTHING = new Written(0, 0, false);

    /** What both calls, in this order, have written. */
    public Written plus(Written later) {
        return later.total() ? later : new Written(rows + later.rows, Math.max(xid, later.xid), false);
    }
}
