package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Writes the rows of a transaction: one insert for each table, unless there are very many. */
public final class Enqueue {

    /** Databases limit the parameters of a statement, SQLite to 32766. */
    private static final int ROWS = 1000;

    private static final String DUPLICATE = "23505";
    private static final int TRIES = 5;

    /** Most transactions write few rows, and then making the statement costs more than sending it. */
    private static final int REMEMBERED_ROWS = 32;

    private final Dialect dialect;
    private final Map<Shape, String> inserts = new ConcurrentHashMap<>();
    private final List<Dialect.Column> eventColumns;
    private final List<Dialect.Column> invalidationColumns;

    public Enqueue(Dialect dialect) {
        this.dialect = dialect;
        eventColumns = List.of(
                Dialect.Column.of("ns", "varchar"),
                Dialect.Column.of("commit_ref", "uuid"),
                Dialect.Column.of("route", "varchar"),
                Dialect.Column.of("shard", "smallint"),
                Dialect.Column.of("okey", "varchar"),
                Dialect.Column.of("dedupe", "varchar"),
                Dialect.Column.of("payload", "blob"),
                Dialect.Column.of("headers", "varchar"),
                Dialect.Column.of("trace", "varchar"),
                new Dialect.Column("due_at", "bigint", dialect.writtenPlus()));
        invalidationColumns = List.of(
                Dialect.Column.of("ns", "varchar"),
                Dialect.Column.of("commit_ref", "uuid"),
                Dialect.Column.of("kind", "varchar"),
                Dialect.Column.of("target", "varchar"),
                Dialect.Column.of("target_hash", "varbinary"),
                Dialect.Column.of("reason", "varchar"));
    }

    /** @param mayExist whether rows with the same dedupe key are left out; else they are an error */
    public Written events(Connection connection, String ns, UUID commit, List<NewEvent> rows, boolean mayExist)
            throws SQLException {
        return write(connection, "ob_event", eventColumns, ns, commit, rows, mayExist, this::bindEvent);
    }

    /** @param mayExist whether the commit may have been written before */
    public Written invalidations(
            Connection connection, String ns, UUID commit, List<NewInvalidation> rows, boolean mayExist)
            throws SQLException {
        return write(connection, "ob_inval", invalidationColumns, ns, commit, rows, mayExist, this::bindInvalidation);
    }

    private <T> Written write(
            Connection connection,
            String table,
            List<Dialect.Column> columns,
            String ns,
            UUID commit,
            List<T> rows,
            boolean mayExist,
            Binder<T> binder)
            throws SQLException {
        Written written = Written.NOTHING;
        for (int from = 0; from < rows.size(); from += ROWS) {
            List<T> part = rows.subList(from, Math.min(rows.size(), from + ROWS));
            String sql = sql(table, columns, part.size(), mayExist);
            written = written.plus(insert(connection, sql, ns, commit, part, binder));
        }
        boolean certain = !mayExist || (dialect.countsInserted() && written.rows() == rows.size());
        return certain ? written : count(connection, table, ns, commit);
    }

    private String sql(String table, List<Dialect.Column> columns, int rows, boolean mayExist) {
        return rows > REMEMBERED_ROWS
                ? insertSql(table, columns, rows, mayExist)
                : inserts.computeIfAbsent(
                        new Shape(table, rows, mayExist), shape -> insertSql(table, columns, rows, mayExist));
    }

    private String insertSql(String table, List<Dialect.Column> columns, int rows, boolean mayExist) {
        return dialect.insert(table, columns, rows, mayExist) + dialect.returningXid();
    }

    private record Shape(String table, int rows, boolean mayExist) {}

    private <T> Written insert(
            Connection connection, String sql, String ns, UUID commit, List<T> rows, Binder<T> binder)
            throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                int index = 1;
                for (T row : rows) {
                    insert.setString(index, ns);
                    dialect.setUuid(insert, index + 1, commit);
                    index = binder.bind(insert, index + 2, row);
                }
                return execute(insert);
            } catch (SQLException e) {
                // H2's merge does not see a row of a transaction that commits meanwhile; it does when it looks again.
                if (attempt == TRIES || !sql.startsWith("merge") || !DUPLICATE.equals(e.getSQLState())) {
                    throw e;
                }
            }
        }
    }

    private Written execute(PreparedStatement insert) throws SQLException {
        if (dialect.returningXid().isEmpty()) {
            return new Written(insert.executeUpdate(), 0, false);
        }
        int rows = 0;
        long xid = 0;
        try (ResultSet returned = insert.executeQuery()) {
            while (returned.next()) {
                rows++;
                xid = returned.getLong(1);
            }
        }
        return new Written(rows, xid, false);
    }

    private Written count(Connection connection, String table, String ns, UUID commit) throws SQLException {
        String sql = "select count(*), " + dialect.maxXid() + " from " + table + " where ns = ? and commit_ref = ?";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, ns);
            dialect.setUuid(query, 2, commit);
            try (ResultSet result = query.executeQuery()) {
                result.next();
                return new Written(result.getInt(1), result.getLong(2), true);
            }
        }
    }

    private int bindEvent(PreparedStatement insert, int index, NewEvent event) throws SQLException {
        insert.setString(index, event.route());
        insert.setInt(index + 1, event.shard());
        insert.setString(index + 2, event.key());
        insert.setString(index + 3, event.dedupe());
        insert.setBytes(index + 4, event.payload());
        insert.setString(index + 5, event.headers());
        insert.setString(index + 6, event.trace());
        insert.setLong(index + 7, event.delayMillis());
        return index + 8;
    }

    private int bindInvalidation(PreparedStatement insert, int index, NewInvalidation row) throws SQLException {
        insert.setString(index, row.kind());
        insert.setString(index + 1, row.target());
        insert.setBytes(index + 2, row.targetHash());
        insert.setString(index + 3, row.reason());
        return index + 4;
    }

    private interface Binder<T> {
        int bind(PreparedStatement insert, int index, T row) throws SQLException;
    }
}
