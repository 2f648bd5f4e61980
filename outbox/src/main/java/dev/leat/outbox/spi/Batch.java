package dev.leat.outbox.spi;

import java.sql.Connection;
import java.util.List;

/** Rows that one worker has claimed and a {@link Sink} hands on. */
public interface Batch {

    /** Returns the rows of this batch. */
    List<Row> rows();

    /** This row could not be handed on. The others of the batch are not touched by it. */
    void fail(Row row, Throwable error);

    /** Gives a row back untried: it is ready again at once, and this was no attempt. */
    void release(Row row);

    /** Whether the outbox is closing, or the batch will be undone. What has not been begun had better be released. */
    boolean stopping();

    /**
     * Whether it is this row's turn. On a route that keeps an order it is not once an earlier row with the same key was failed or
     * released; on any route it is not once the outbox is closing. A row whose turn it is not has to be released.
     */
    boolean isReady(Row row);

    /**
     * The number of the batch, for sinks with {@link Guarantee#IDEMPOTENT_PRODUCER}. Such a batch comes again with the same number and
     * the same rows until the sink returns, or throws a {@link RefusedException}.
     *
     * @throws IllegalStateException if the batches of the route have no numbers
     */
    default BatchStamp stamp() {
        throw new IllegalStateException("the batches of this route have no numbers");
    }

    /**
     * The transaction in which the rows are deleted, for sinks that write to the same database.
     *
     * @throws IllegalStateException unless the route's mode is {@link RouteOptions.Mode#LOCKED}
     */
    Connection connection();
}
