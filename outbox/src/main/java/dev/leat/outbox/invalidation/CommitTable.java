package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Queries about one commit. Each is one look into an index. */
public final class CommitTable {

    private final Database database;
    private final Dialect dialect;
    private final String namespace;

    public CommitTable(Database database, String namespace) {
        this.database = database;
        this.dialect = database.dialect();
        this.namespace = namespace;
    }

    /**
     * Counts of the events of a commit by state.
     *
     * @param pending ready or claimed
     * @param done handed on, and kept
     */
    public record States(int pending, int done, int dead) {
        public int rows() {
            return pending + done + dead;
        }
    }

    public States events(UUID commitRef) throws SQLException {
        return database.single(connection -> {
            int[] counts = new int[4];
            try (PreparedStatement query = connection.prepareStatement(
                            "select state, count(*) from ob_event where ns = ? and commit_ref = ? group by state");
                    ResultSet row = rowsOf(query, commitRef)) {
                while (row.next()) {
                    counts[row.getInt(1)] = row.getInt(2);
                }
            }
            return new States(counts[0] + counts[1], counts[2], counts[3]);
        });
    }

    /** The numbers of a commit's invalidations. */
    public List<Long> invalidations(UUID commitRef) throws SQLException {
        return database.single(connection -> {
            List<Long> seqs = new ArrayList<>();
            try (PreparedStatement query =
                            connection.prepareStatement("select seq from ob_inval where ns = ? and commit_ref = ?");
                    ResultSet row = rowsOf(query, commitRef)) {
                while (row.next()) {
                    seqs.add(row.getLong(1));
                }
            }
            return seqs;
        });
    }

    private ResultSet rowsOf(PreparedStatement query, UUID commitRef) throws SQLException {
        query.setString(1, namespace);
        dialect.setUuid(query, 2, commitRef);
        return query.executeQuery();
    }

    /** Outcome of a transaction. */
    public enum Fate {
        RUNNING,
        COMMITTED,
        ROLLED_BACK,
        /** Its database does not tell, or not any more. */
        UNKNOWN
    }

    /** @param xid the transaction's number, or 0 */
    public Fate fate(long xid) throws SQLException {
        if (xid == 0 || dialect.commitOrder() != Dialect.CommitOrder.SNAPSHOTS) {
            return Fate.UNKNOWN;
        }
        return database.single(connection -> fate(connection, xid));
    }

    private static Fate fate(Connection connection, long xid) throws SQLException {
        // It is an error to ask about a number that was not given out yet, which a token from elsewhere may carry.
        try (PreparedStatement query = connection.prepareStatement(
                "select case when x < pg_snapshot_xmax("
                        + "pg_current_snapshot()) then pg_xact_status(x) end from (select cast(cast(? as text) as xid8) x) t")) {
            query.setString(1, Long.toString(xid));
            try (ResultSet row = query.executeQuery()) {
                row.next();
                String status = row.getString(1);
                if (status == null) {
                    return Fate.UNKNOWN;
                }
                return switch (status) {
                    case "committed" -> Fate.COMMITTED;
                    case "aborted" -> Fate.ROLLED_BACK;
                    default -> Fate.RUNNING;
                };
            }
        }
    }
}
