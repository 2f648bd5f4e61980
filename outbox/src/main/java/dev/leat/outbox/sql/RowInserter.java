package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writer of the rows of a transaction: one insert for each table, unless there are very many. */
public final class RowInserter {

    /** Databases limit the parameters of a statement, SQLite to 32766. */
    private static final int ROWS = 1000;

    private static final String DUPLICATE = "23505";
    private static final int TRIES = 5;

    /** Most transactions write few rows, and then making the statement costs more than sending it. */
    private static final int REMEMBERED_ROWS = 32;

    private final Dialect dialect;
    private final Table<NewEvent> events;
    private final Table<NewInvalidation> invalidations;

    public RowInserter(Dialect dialect) {
        this.dialect = dialect;
        events = new Table<>(
                "ob_event",
                List.of(
                        always("route", "varchar", (insert, at, row) -> insert.setString(at, row.route())),
                        always("shard", "smallint", (insert, at, row) -> insert.setInt(at, row.shard())),
                        always("payload", "blob", (insert, at, row) -> insert.setBytes(at, row.payload())),
                        new Field<>(
                                Dialect.Column.of("okey", "varchar"),
                                row -> row.key() != null,
                                (insert, at, row) -> insert.setString(at, row.key())),
                        new Field<>(
                                Dialect.Column.of("dedupe", "varchar"),
                                row -> row.dedupe() != null,
                                (insert, at, row) -> insert.setString(at, row.dedupe())),
                        new Field<>(
                                Dialect.Column.of("headers", "varchar"),
                                row -> row.headers() != null,
                                (insert, at, row) -> insert.setString(at, row.headers())),
                        new Field<>(
                                Dialect.Column.of("trace", "varchar"),
                                row -> row.trace() != null,
                                (insert, at, row) -> insert.setString(at, row.trace())),
                        new Field<>(
                                new Dialect.Column("due_at", "bigint", dialect.writtenPlus()),
                                row -> row.delayMillis() != 0,
                                (insert, at, row) -> insert.setLong(at, row.delayMillis()))));
        invalidations = new Table<>(
                "ob_inval",
                List.of(
                        always("kind", "varchar", (insert, at, row) -> insert.setString(at, row.kind())),
                        always("target", "varchar", (insert, at, row) -> insert.setString(at, row.target())),
                        always("target_hash", "varbinary", (insert, at, row) -> insert.setBytes(at, row.targetHash())),
                        new Field<>(
                                Dialect.Column.of("reason", "varchar"),
                                row -> row.reason() != null,
                                (insert, at, row) -> insert.setString(at, row.reason()))));
    }

    /** A row of {@code ob_event} before it is written. */
    public record NewEvent(
            String route,
            int shard,
            @Nullable String key,
            @Nullable String dedupe,
            byte[] payload,
            @Nullable String headers,
            @Nullable String trace,
            long delayMillis) {}

    /** A row of {@code ob_inval} before it is written. */
    public record NewInvalidation(
            String kind,
            String target,
            byte[] targetHash,
            @Nullable String reason) {}

    /**
     * Rows of a commit in a table.
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

    /**
     * Options of one call.
     *
     * @param numbered and asks for the number of the transaction, where there is one
     * @param commits with the last row, in the same trip to the server; only where {@link Dialect#commitsWithInsert}
     */
    public record How(boolean numbered, boolean commits) {}

    /** @param mayExist whether rows with the same dedupe key are left out; else they are an error */
    public WrittenRows events(
            Connection connection, String ns, UUID commit, List<NewEvent> rows, boolean mayExist, How how)
            throws SQLException {
        return write(connection, events, new Call(ns, commit, mayExist, how), rows);
    }

    /** @param mayExist whether the commit may have been written before */
    public WrittenRows invalidations(
            Connection connection, String ns, UUID commit, List<NewInvalidation> rows, boolean mayExist, How how)
            throws SQLException {
        return write(connection, invalidations, new Call(ns, commit, mayExist, how), rows);
    }

    private record Call(String ns, UUID commit, boolean mayExist, How how) {
        Call {
            // What is there already is counted before the commit: afterwards it may be handed on, and gone.
            if (mayExist && how.commits()) {
                throw new IllegalArgumentException("rows that may exist are not committed with their insert");
            }
        }
    }

    private <T> WrittenRows write(Connection connection, Table<T> table, Call call, List<T> rows) throws SQLException {
        WrittenRows written = WrittenRows.NOTHING;
        for (int from = 0; from < rows.size(); from += ROWS) {
            int to = Math.min(rows.size(), from + ROWS);
            How how = new How(call.how().numbered(), call.how().commits() && to == rows.size());
            written = written.plus(insert(connection, table, call, how, rows.subList(from, to)));
        }
        boolean certain = !call.mayExist() || (dialect.countsInserted() && written.rows() == rows.size());
        return certain ? written : count(connection, table.name(), call);
    }

    private <T> WrittenRows insert(Connection connection, Table<T> table, Call call, How how, List<T> rows)
            throws SQLException {
        Insert<T> made = insert(table, new Shape(table.used(rows), rows.size(), call.mayExist(), how));
        for (int attempt = 1; ; attempt++) {
            try (PreparedStatement insert = connection.prepareStatement(made.sql())) {
                int index = 1;
                for (T row : rows) {
                    insert.setString(index++, call.ns());
                    dialect.setUuid(insert, index++, call.commit());
                    for (Field<T> field : made.fields()) {
                        field.setter().set(insert, index++, row);
                    }
                }
                return execute(insert, how.numbered() && !dialect.returningXid().isEmpty());
            } catch (SQLException e) {
                // H2's merge does not see a row of a transaction that commits meanwhile; it does when it looks again.
                if (attempt == TRIES || !made.sql().startsWith("merge") || !DUPLICATE.equals(e.getSQLState())) {
                    throw e;
                }
            }
        }
    }

    private <T> Insert<T> insert(Table<T> table, Shape shape) {
        return shape.rows() > REMEMBERED_ROWS
                ? make(table, shape)
                : table.inserts().computeIfAbsent(shape, unknown -> make(table, unknown));
    }

    private <T> Insert<T> make(Table<T> table, Shape shape) {
        List<Field<T>> fields = table.fields(shape.used());
        List<Dialect.Column> columns = new ArrayList<>();
        columns.add(Dialect.Column.of("ns", "varchar"));
        columns.add(Dialect.Column.of("commit_ref", "uuid"));
        fields.forEach(field -> columns.add(field.column()));
        String sql = dialect.insert(table.name(), columns, shape.rows(), shape.mayExist())
                + (shape.how().numbered() ? dialect.returningXid() : "")
                + (shape.how().commits() ? "; commit" : "");
        return new Insert<>(sql, fields);
    }

    /** @param returns whether it is the numbers of transactions, rather than how many rows there are */
    private static WrittenRows execute(PreparedStatement insert, boolean returns) throws SQLException {
        insert.execute();
        if (!returns) {
            return new WrittenRows(insert.getUpdateCount(), 0, false);
        }
        int rows = 0;
        long xid = 0;
        try (ResultSet returned = insert.getResultSet()) {
            while (returned.next()) {
                rows++;
                xid = returned.getLong(1);
            }
        }
        return new WrittenRows(rows, xid, false);
    }

    private WrittenRows count(Connection connection, String table, Call call) throws SQLException {
        String sql = "select count(*), " + dialect.maxXid() + " from " + table + " where ns = ? and commit_ref = ?";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, call.ns());
            dialect.setUuid(query, 2, call.commit());
            try (ResultSet result = query.executeQuery()) {
                result.next();
                return new WrittenRows(result.getInt(1), result.getLong(2), true);
            }
        }
    }

    private static <T> Field<T> always(String column, String type, Setter<T> setter) {
        return new Field<>(Dialect.Column.of(column, type), row -> true, setter);
    }

    /** Key of a cached insert. */
    private record Shape(int used, int rows, boolean mayExist, How how) {}

    private record Insert<T>(String sql, List<Field<T>> fields) {}

    /** A column that is left out, because its default is right, if no row uses it: a shorter insert is a faster one. */
    private record Field<T>(Dialect.Column column, Predicate<T> isUsed, Setter<T> setter) {}

    private interface Setter<T> {
        void set(PreparedStatement insert, int index, T row) throws SQLException;
    }

    private record Table<T>(String name, List<Field<T>> all, Map<Shape, Insert<T>> inserts) {

        Table(String name, List<Field<T>> all) {
            this(name, all, new ConcurrentHashMap<>());
        }

        /** One bit for each field. */
        int used(List<T> rows) {
            int used = 0;
            for (T row : rows) {
                for (int i = 0; i < all.size(); i++) {
                    used |= all.get(i).isUsed().test(row) ? 1 << i : 0;
                }
            }
            return used;
        }

        List<Field<T>> fields(int used) {
            List<Field<T>> fields = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                if ((used & 1 << i) != 0) {
                    fields.add(all.get(i));
                }
            }
            return fields;
        }
    }
}
