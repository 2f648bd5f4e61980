package dev.leat.outbox.invalidation;

import java.util.List;

/** The caches of this node, as the thread that follows invalidations uses them. */
public interface LocalCaches {

    /** Applies rows of {@code ob_inval} that were found in the database, except those that this node's own commits applied already. */
    void apply(List<InvalidationRow> rows);

    /** Makes every cache forget everything. A cache that throws stays dirty until a later {@link #retry} succeeds. */
    void flush(FlushReason reason);

    /** Repeats flushes that failed and are due. */
    void retry();

    /** Returns how long to sleep at most before the next {@link #retry}. */
    long untilRetryMillis();

    /** Returns whether a cache may hand out what was invalidated. */
    boolean isDirty();
}
