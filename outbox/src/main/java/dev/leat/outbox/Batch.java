package dev.leat.outbox;

import java.sql.Connection;
import java.util.List;

/** Rows that one worker has claimed and a {@link Sink} hands on. */
public interface Batch {

    List<Row> rows();

    /** This row could not be handed on. The others of the batch are not touched by it. */
    void fail(Row row, Throwable error);

    /** Gives a row back untried: it is ready again at once, and this was no attempt. */
    void release(Row row);

    /** Whether the outbox is closing, or the batch will be undone. What has not been begun had better be released. */
    boolean stopping();

    /**
     * The transaction in which the rows are deleted, for sinks that write to the same database.
     *
     * @throws IllegalStateException unless the route's mode is {@link RouteOptions.Mode#LOCKED}
     */
    Connection connection();
}
