package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the table of invalidations: finds every committed row of a namespace once. Rows are numbered before they are committed, so the number alone
 * says nothing about what was seen; each implementation knows how its database tells. Used by one thread.
 */
public interface InvalidationFeed {

    /** More than this at once, and forgetting everything is cheaper. */
    int LIMIT = 10_000;

    /** What rows are numbered up to, there or gone. If that is less than was seen, the database has gone back in time. */
    String HEAD =
            "select coalesce((select max(seq) from ob_inval), 0) head, " + InvalidationRetention.PURGED + " purged";

    /** Takes the present as the position, without reading what led to it. */
    void start(Connection connection) throws SQLException;

    /** Reads what was committed since the position, and moves it. */
    Reading read(Connection connection) throws SQLException;

    FeedPosition position();

    /** Transactions that may still be committed below the position. */
    default int remembered() {
        return 0;
    }

    /** Rows that may still be committed below the position. */
    default int holes() {
        return 0;
    }

    /**
     * What was found.
     *
     * @param lost why rows may have been missed, after which only {@link #start} makes sense; null if none were
     */
    record Reading(List<InvalidationRow> rows, @Nullable FlushReason lost) {

        static Reading lost(FlushReason reason) {
            return new Reading(List.of(), reason);
        }
    }

    static InvalidationFeed of(Dialect dialect, String namespace, Duration maxTransaction) {
        return switch (dialect.commitOrder()) {
            case SNAPSHOTS -> new SnapshotFeed(dialect, namespace);
            case GAPS -> new GapFeed(dialect, namespace, maxTransaction);
            case SERIAL -> new SerialFeed(dialect, namespace);
        };
    }
}
