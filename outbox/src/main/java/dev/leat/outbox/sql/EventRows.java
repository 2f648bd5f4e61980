package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one route, from ready to gone. Every change of a claimed row names its claim, so that a worker that comes too late
 * changes nothing, and sees it by the count.
 */
public final class EventRows {

    public static final int READY = 0;
    public static final int DEAD = 3;

    private static final int PURGED_AT_ONCE = 1000;
    static final String COLUMNS =
            "seq, shard, okey, commit_ref, dedupe, payload, headers, trace, attempts, fence, created_at";

    /**
     * So that rows are looked up by their seq: by "state = 0" a planner would be led to one of the indexes that have a state and a seq
     * somewhere, and walk through it. PostgreSQL 18 skips what comes before the state, and deletes claimed rows in nine times the time.
     */
    static final String READY_BY_SEQ = "state + 0 = 0";

    private static final String CLAIMED_BY_SEQ = "state + 0 = 1";

    private static final String UNCLAIMED = "owner = null, claim_id = null, lease_until = null";

    private final Dialect dialect;
    private final String namespace;
    private final String route;

    public EventRows(Dialect dialect, String namespace, String route) {
        this.dialect = dialect;
        this.namespace = namespace;
        this.route = route;
    }

    /**
     * A row that was not handed on: its next state, and when it is tried again.
     *
     * @param commitRef null if the row cannot be read
     */
    public record Failure(
            long seq, @Nullable UUID commitRef, int attempts, boolean dead, long delayMillis, String error) {}

    /** Returns how many rows can be taken now: they are due, and the route is not paused. */
    public long due(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select count(*) from ob_event where " + due())) {
            bindDue(query, 1);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Whether a claim is one statement; else it needs a transaction. */
    public boolean claimsAtOnce() {
        return dialect.updateReturns();
    }

    /**
     * Takes due rows, if the route is not paused, and counts the attempt: a row that kills its worker has been tried as well. A suspect,
     * which was with a worker that ended without a word and still has its name, goes alone, so that no other row fails with it.
     */
    public List<StoredRow> claim(Connection connection, UUID claim, String owner, long leaseMillis, int limit)
            throws SQLException {
        return dialect.updateReturns()
                ? claimReturning(connection, claim, owner, leaseMillis, limit)
                : claimLocked(connection, claim, owner, leaseMillis, limit);
    }

    private List<StoredRow> claimReturning(Connection connection, UUID claim, String owner, long leaseMillis, int limit)
            throws SQLException {
        String sql = "with c as materialized (" + dueRows("seq, due_at, owner", limit) + ") " + claimUpdate()
                + " where seq in (select seq from (select seq, owner, row_number() over o as place, first_value(owner) over o as suspect"
                + " from c window o as (order by due_at, seq)) p where place = 1 or (owner is null and suspect is null)) returning "
                + COLUMNS;
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            int index = bindDue(update, 1);
            bindClaim(update, index, claim, owner, leaseMillis);
            List<StoredRow> rows = read(update, -1, 0);
            rows.sort(Comparator.comparingLong(StoredRow::seq));
            return rows;
        }
    }

    /** Takes the due rows of one commit, of which there are few, as {@link #claim} does; only where a claim is one statement. */
    public List<StoredRow> claimCommit(Connection connection, UUID commit, UUID claim, String owner, long leaseMillis)
            throws SQLException {
        String sql = claimUpdate() + " where commit_ref = ? and owner is null and " + due() + " returning " + COLUMNS;
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            int index = bindClaim(update, 1, claim, owner, leaseMillis);
            dialect.setUuid(update, index, commit);
            bindDue(update, index + 1);
            List<StoredRow> rows = read(update, -1, 0);
            rows.sort(Comparator.comparingLong(StoredRow::seq));
            return rows;
        }
    }

    private List<StoredRow> claimLocked(Connection connection, UUID claim, String owner, long leaseMillis, int limit)
            throws SQLException {
        List<StoredRow> rows = lockTogether(connection, limit);
        if (!rows.isEmpty()) {
            claimLocked(
                    connection,
                    claim,
                    owner,
                    leaseMillis,
                    rows.stream().map(StoredRow::seq).toList());
        }
        return rows;
    }

    /** Claims rows that this transaction has locked, and counts the attempt. */
    public void claimLocked(Connection connection, UUID claim, String owner, long leaseMillis, Collection<Long> seqs)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(claimUpdate() + " where " + dialect.among("seq", seqs))) {
            int index = bindClaim(update, 1, claim, owner, leaseMillis);
            dialect.bindAmong(update, index, seqs);
            update.executeUpdate();
        }
    }

    /** The highest number of all rows, or 0. */
    public long highest(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select max(seq) from ob_event");
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Locks due rows that no other transaction has locked, until the transaction ends. */
    public List<StoredRow> lock(Connection connection, int limit) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(dueRows(COLUMNS, limit))) {
            bindDue(query, 1);
            return read(query, 0, 0);
        }
    }

    /** Those of them that go together; the fence is that of the claim that follows. */
    private List<StoredRow> lockTogether(Connection connection, int limit) throws SQLException {
        List<StoredRow> rows = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(dueRows(COLUMNS + ", owner", limit))) {
            bindDue(query, 1);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    boolean suspect = row.getString("owner") != null;
                    if (suspect && rows.isEmpty()) {
                        return List.of(read(row, 0, 1));
                    }
                    if (!suspect) {
                        rows.add(read(row, 0, 1));
                    }
                }
            }
        }
        return rows;
    }

    private String dueRows(String columns, int limit) {
        return "select " + columns + " from ob_event where " + due() + " order by due_at, seq limit " + limit
                + dialect.skipLocked();
    }

    private String due() {
        return "ns = ? and route = ? and state = 0 and due_at <= " + dialect.now()
                + " and not exists (select 1 from ob_route where ns = ? and route = ? and paused = 1)";
    }

    private int bindDue(PreparedStatement statement, int index) throws SQLException {
        statement.setString(index, namespace);
        statement.setString(index + 1, route);
        statement.setString(index + 2, namespace);
        statement.setString(index + 3, route);
        return index + 4;
    }

    private String claimUpdate() {
        return "update ob_event set state = 1, owner = ?, claim_id = ?, lease_until = " + dialect.nowPlus()
                + ", fence = fence + 1, attempts = attempts + 1";
    }

    private int bindClaim(PreparedStatement update, int index, UUID claim, String owner, long leaseMillis)
            throws SQLException {
        update.setString(index, owner);
        dialect.setUuid(update, index + 1, claim);
        update.setLong(index + 2, leaseMillis);
        return index + 3;
    }

    /** The steps lead from what the statement sees to the attempts before this claim, and to the fence after it. */
    private List<StoredRow> read(PreparedStatement query, int attemptsStep, int fenceStep) throws SQLException {
        List<StoredRow> rows = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                rows.add(read(row, attemptsStep, fenceStep));
            }
        }
        return rows;
    }

    StoredRow read(ResultSet row, int attemptsStep, int fenceStep) throws SQLException {
        long seq = row.getLong("seq");
        int attempts = row.getInt("attempts") + attemptsStep;
        try {
            return new StoredRow(
                    seq,
                    row.getInt("shard"),
                    row.getString("okey"),
                    dialect.uuid(row, "commit_ref"),
                    row.getString("dedupe"),
                    row.getBytes("payload"),
                    row.getString("headers"),
                    row.getString("trace"),
                    attempts,
                    row.getLong("fence") + fenceStep,
                    dialect.time(row, "created_at"),
                    null);
        } catch (SQLException | RuntimeException e) {
            return StoredRow.broken(seq, attempts, e);
        }
    }

    /** Removes rows that were handed on, or marks them where they are kept; returns how many were still the claim's. */
    public int done(Connection connection, UUID claim, Collection<Long> seqs, boolean keep) throws SQLException {
        String sql = keep
                ? "update ob_event set state = 2, due_at = " + dialect.now() + ", last_error = null, " + UNCLAIMED
                : "delete from ob_event";
        return changeClaimed(connection, sql, claim, seqs);
    }

    /** Makes rows ready again as if they had not been claimed. */
    public int release(Connection connection, UUID claim, Collection<Long> seqs) throws SQLException {
        String sql = "update ob_event set state = 0, attempts = attempts - 1, " + UNCLAIMED;
        return changeClaimed(connection, sql, claim, seqs);
    }

    private int changeClaimed(Connection connection, String change, UUID claim, Collection<Long> seqs)
            throws SQLException {
        String sql = change + " where claim_id = ? and " + CLAIMED_BY_SEQ + " and " + dialect.among("seq", seqs);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            dialect.setUuid(statement, 1, claim);
            dialect.bindAmong(statement, 2, seqs);
            return statement.executeUpdate();
        }
    }

    /** Makes rows ready for later, or dead; returns how many were still the claim's. */
    public int fail(Connection connection, UUID claim, List<Failure> failures) throws SQLException {
        String sql = "update ob_event set state = ?, due_at = " + dialect.nowPlus() + ", last_error = ?, " + UNCLAIMED
                + " where seq = ? and claim_id = ? and " + CLAIMED_BY_SEQ;
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (Failure failure : failures) {
                update.setInt(1, failure.dead() ? DEAD : READY);
                update.setLong(2, failure.delayMillis());
                update.setString(3, failure.error());
                update.setLong(4, failure.seq());
                dialect.setUuid(update, 5, claim);
                update.addBatch();
            }
            return sum(update.executeBatch());
        }
    }

    /** Claims a little longer; returns how many rows are still the claim's. */
    public int renew(Connection connection, UUID claim, Collection<Long> seqs, long leaseMillis) throws SQLException {
        String sql = "update ob_event set lease_until = " + dialect.nowPlus() + " where claim_id = ? and "
                + CLAIMED_BY_SEQ + " and " + dialect.among("seq", seqs);
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, leaseMillis);
            dialect.setUuid(update, 2, claim);
            dialect.bindAmong(update, 3, seqs);
            return update.executeUpdate();
        }
    }

    /** Makes rows ready whose worker is silent, as suspects, or dead if they have been tried often enough. */
    public int reap(Connection connection, int maxAttempts) throws SQLException {
        String sql = "update ob_event set state = case when attempts >= ? then 3 else 0 end,"
                + " owner = case when attempts >= ? then null else owner end, claim_id = null, lease_until = null,"
                + " last_error = 'the worker did not answer before its lease ran out'"
                + " where ns = ? and route = ? and state = 1 and lease_until < " + dialect.now();
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setInt(1, maxAttempts);
            update.setInt(2, maxAttempts);
            update.setString(3, namespace);
            update.setString(4, route);
            return update.executeUpdate();
        }
    }

    /** Removes rows that this transaction has locked and that were handed on, or marks them where they are kept. */
    public int doneLocked(Connection connection, Collection<Long> seqs, boolean keep) throws SQLException {
        String sql = (keep ? "update ob_event set state = 2, due_at = " + dialect.now() : "delete from ob_event")
                + " where " + READY_BY_SEQ + " and " + dialect.among("seq", seqs);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            dialect.bindAmong(statement, 1, seqs);
            return statement.executeUpdate();
        }
    }

    /** Counts the attempt of rows that are not claimed, unless another worker has counted one since. */
    public int failUnclaimed(Connection connection, List<Failure> failures) throws SQLException {
        String sql = "update ob_event set state = ?, attempts = attempts + 1, due_at = " + dialect.nowPlus()
                + ", last_error = ? where seq = ? and " + READY_BY_SEQ + " and attempts = ?";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (Failure failure : failures) {
                update.setInt(1, failure.dead() ? DEAD : READY);
                update.setLong(2, failure.delayMillis());
                update.setString(3, failure.error());
                update.setLong(4, failure.seq());
                update.setInt(5, failure.attempts());
                update.addBatch();
            }
            return sum(update.executeBatch());
        }
    }

    /** Removes kept rows that are old enough, not too many at once; returns whether there may be more. */
    public boolean purge(Connection connection, long keepMillis) throws SQLException {
        String where = "ns = ? and route = ? and state = 2 and due_at < " + dialect.nowPlus();
        try (PreparedStatement delete =
                connection.prepareStatement(dialect.deleteSome("ob_event", where, "due_at", PURGED_AT_ONCE))) {
            delete.setString(1, namespace);
            delete.setString(2, route);
            delete.setLong(3, -keepMillis);
            return delete.executeUpdate() == PURGED_AT_ONCE;
        }
    }

    private static int sum(int[] counts) {
        int sum = 0;
        for (int count : counts) {
            sum += Math.max(count, 0);
        }
        return sum;
    }
}
