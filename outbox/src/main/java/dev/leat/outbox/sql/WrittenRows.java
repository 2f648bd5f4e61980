package dev.leat.outbox.sql;

/**
 * What a commit has in a table.
 *
 * @param rows that one call has written, or all that the commit has if {@code total}
 * @param xid the transaction's number, or 0
 */
public record WrittenRows(int rows, long xid, boolean total) {

    public static final WrittenRows NOTHING = new WrittenRows(0, 0, false);

    /** What both calls, in this order, have written. */
    public WrittenRows plus(WrittenRows later) {
        return later.total() ? later : new WrittenRows(rows + later.rows, Math.max(xid, later.xid), false);
    }
}
