package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a route, shard by shard. They are read without locks, because only the owner of a shard hands them on; for the same
 * reason nothing here says whose they are. Rows are always named one by one: between two that are there, a third may be committed.
 */
public final class ShardRows {

    private static final String READY = " from ob_event where ns = ? and route = ? and shard = ? and state = 0";

    private final Dialect dialect;
    private final String namespace;
    private final String route;
    private final EventRows events;

    public ShardRows(Dialect dialect, String namespace, String route) {
        this.dialect = dialect;
        this.namespace = namespace;
        this.route = route;
        this.events = new EventRows(dialect, namespace, route);
    }

    /**
     * A row that is not handed on yet.
     *
     * @param due whether it can be now; the payload of one that cannot is not there
     * @param suspect whether it was with a worker that ended without a word
     */
    public record Waiting(StoredRow row, boolean due, boolean suspect) {}

    /**
     * Ready rows of a shard in the order of their seqs, unless the route is paused.
     *
     * @param after rows with a higher seq only
     */
    public List<Waiting> page(Connection connection, int shard, long after, int limit) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(pageSql(limit))) {
            bindPage(query, shard, after);
            List<Waiting> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(new Waiting(
                            events.read(row, 0, 0), row.getInt("due") == 1, row.getString("owner") != null));
                }
            }
            return rows;
        }
    }

    private String pageSql(int limit) {
        String due = "due_at <= " + dialect.now();
        return "select " + EventRows.COLUMNS.replace("payload", "case when " + due + " then payload end as payload")
                + ", case when " + due + " then 1 else 0 end as due, owner" + READY + " and seq > ?"
                + " and not exists (select 1 from ob_route where ns = ? and route = ? and paused = 1)"
                + " order by seq limit " + limit;
    }

    private void bindPage(PreparedStatement query, int shard, long after) throws SQLException {
        bind(query, shard);
        query.setLong(4, after);
        query.setString(5, namespace);
        query.setString(6, route);
    }

    /** Whether {@link #recordFirst} can do anything. */
    public boolean recordsAtOnce() {
        return !dialect.manifestOfRows().isEmpty();
    }

    /**
     * Reads the first ready rows of a shard and records them, with one statement, if the shard is as its owner left it and has nothing
     * recorded, and all of the rows can be handed on together: they are due, none is suspect, and they are not too large. If not, nothing
     * is recorded, and the answer is null. No rows is an answer, too.
     *
     * <p>The record does not wait for the disk. It matters only if this owner ends: then the next one knows what it was at. A database
     * that crashes may forget it, and if the owner ends in the same moment an attempt is not counted. Whose the shard is was synced
     * when it was taken.
     */
    public @Nullable List<StoredRow> recordFirst(
            Connection connection, ShardLeases.Lease lease, long number, int limit, long bytes, long leaseMillis)
            throws SQLException {
        String sql = "with r as materialized (" + pageSql(limit) + "), u as (update ob_shard set manifest = a.seqs,"
                + " lease_until = " + dialect.nowPlus() + " from (select " + dialect.manifestOfRows()
                + " as seqs, min(due) = 1 and count(r.owner) = 0 and sum(length(payload)) <= ? as fits from r) a"
                + ShardLeases.THIS_LEASE + " and next_pseq = ? and manifest is null and a.fits and "
                + dialect.unsynced()
                + " returning 1)"
                + " select r.*, case when exists (select 1 from u) then 1 else 0 end as recorded from r";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            bindPage(query, lease.shard(), Long.MIN_VALUE);
            query.setLong(7, leaseMillis);
            query.setLong(8, bytes);
            ShardLeases.bind(query, 9, namespace, route, lease);
            query.setLong(14, number);
            List<StoredRow> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    if (row.getInt("recorded") == 0) {
                        return null;
                    }
                    rows.add(events.read(row, 0, 0));
                }
            }
            rows.sort(Comparator.comparingLong(StoredRow::seq));
            return rows;
        }
    }

    /** Those of some rows that are still ready, in the order of their seqs. */
    public List<StoredRow> ready(Connection connection, Collection<Long> seqs) throws SQLException {
        String sql = "select " + EventRows.COLUMNS + " from ob_event where " + EventRows.READY_BY_SEQ + " and "
                + dialect.among("seq", seqs) + " order by seq";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            dialect.bindAmong(query, 1, seqs);
            List<StoredRow> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(events.read(row, 0, 0));
                }
            }
            return rows;
        }
    }

    /** The first dead row of each key that has one. */
    public Map<String, Long> dead(Connection connection, int shard) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "select okey, min(seq) from ob_event where ns = ? and route = ? and shard = ?"
                        + " and state = 3 and okey is not null group by okey")) {
            bind(query, shard);
            Map<String, Long> dead = new HashMap<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    dead.put(row.getString(1), row.getLong(2));
                }
            }
            return dead;
        }
    }

    /** Removes rows that were handed on, or marks them where they are kept. */
    public int done(Connection connection, Collection<Long> seqs, boolean keep) throws SQLException {
        return events.doneLocked(connection, seqs, keep);
    }

    /**
     * Counts an attempt of each row and makes it ready for later, or dead.
     *
     * @param suspectOf the node that had the rows when it ended; null if the sink has answered
     */
    public int fail(Connection connection, List<EventRows.Failure> failures, @Nullable String suspectOf)
            throws SQLException {
        String sql = "update ob_event set state = ?, attempts = attempts + 1, due_at = " + dialect.nowPlus()
                + ", last_error = ?, owner = ? where seq = ? and " + EventRows.READY_BY_SEQ + " and attempts = ?";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (EventRows.Failure failure : failures) {
                update.setInt(1, failure.dead() ? EventRows.DEAD : EventRows.READY);
                update.setLong(2, failure.delayMillis());
                update.setString(3, failure.error());
                update.setString(4, failure.dead() ? null : suspectOf);
                update.setLong(5, failure.seq());
                update.setInt(6, failure.attempts());
                update.addBatch();
            }
            int changed = 0;
            for (int count : update.executeBatch()) {
                changed += Math.max(count, 0);
            }
            return changed;
        }
    }

    private void bind(PreparedStatement statement, int shard) throws SQLException {
        statement.setString(1, namespace);
        statement.setString(2, route);
        statement.setInt(3, shard);
    }
}
