package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletion of invalidations that are old enough, whether all nodes have seen them or not. How far that has come is noted in the same
 * transaction, so a node that has not seen them finds out, and forgets everything instead.
 */
public final class InvalidationRetention {

    /** The highest that is gone: a row's number, or on PostgreSQL a transaction's. */
    static final String PURGED = "(select v from ob_meta where k = 'purged')";

    private static final int BATCH = 1000;
    private static final long SELDOM_MILLIS = 60_000;
    private static final long OFTEN_MILLIS = 100;
    /** Nodes that were silent for longer than this many retentions are forgotten. */
    private static final int SILENCE = 4;

    private final Database database;
    private final Dialect dialect;
    private final Duration keep;
    private final boolean snapshots;

    public InvalidationRetention(Database database, Duration keep) {
        this.database = database;
        this.dialect = database.dialect();
        this.keep = keep;
        this.snapshots = dialect.commitOrder() == Dialect.CommitOrder.SNAPSHOTS;
    }

    long everyMillis() {
        return Math.min(SELDOM_MILLIS, Math.max(OFTEN_MILLIS, keep.toMillis() / 15));
    }

    /** One round; returns how many rows it has deleted. */
    int run() throws SQLException {
        int deleted = 0;
        int batch;
        do {
            batch = database.transaction(this::batch);
            deleted += batch;
        } while (batch == BATCH);
        database.single(this::forgetNodes);
        return deleted;
    }

    private int batch(Connection connection) throws SQLException {
        List<Long> seqs = new ArrayList<>();
        long highest = 0;
        try (PreparedStatement query = connection.prepareStatement(oldRows())) {
            query.setLong(1, -keep.toMillis());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    seqs.add(row.getLong("seq"));
                    highest = Math.max(highest, row.getLong("number"));
                }
            }
        }
        if (!seqs.isEmpty()) {
            delete(connection, seqs);
            note(connection, highest);
        }
        return seqs.size();
    }

    /** Rows from before a restore carry numbers of transactions that were not given out yet, and that mean nothing. */
    private String oldRows() {
        String number = snapshots
                ? "case when xid < pg_snapshot_xmax(pg_current_snapshot()) then cast(cast(xid as text) as bigint) else 0 end"
                : "seq";
        return "select seq, " + number + " number from ob_inval where created_at < " + dialect.nowPlus()
                + " order by created_at limit " + BATCH + dialect.skipLocked();
    }

    private void delete(Connection connection, List<Long> seqs) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("delete from ob_inval where " + dialect.among("seq", seqs))) {
            dialect.bindAmong(delete, 1, seqs);
            delete.executeUpdate();
        }
    }

    /** Never goes back, except where a restored database has started over with lower numbers. */
    private void note(Connection connection, long highest) throws SQLException {
        String lock = dialect.skipLocked().isEmpty() ? "" : " for update";
        String end = snapshots ? "cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint)" : "null";
        long before;
        boolean restored;
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("select v, " + end + " from ob_meta where k = 'purged'" + lock)) {
            if (!row.next()) {
                throw new IllegalStateException(
                        "ob_meta has no row 'purged': the tables were not made by the shipped files");
            }
            before = row.getLong(1);
            restored = snapshots && before >= row.getLong(2);
        }
        if (highest > before || restored) {
            try (PreparedStatement update =
                    connection.prepareStatement("update ob_meta set v = ? where k = 'purged'")) {
                update.setString(1, Long.toString(highest));
                update.executeUpdate();
            }
        }
    }

    private int forgetNodes(Connection connection) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("delete from ob_node where seen_at < " + dialect.nowPlus())) {
            delete.setLong(1, -Math.max(SELDOM_MILLIS, SILENCE * keep.toMillis()));
            return delete.executeUpdate();
        }
    }
}
