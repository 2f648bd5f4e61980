package dev.leat.outbox.sql;

import dev.leat.outbox.spi.DeadFilter;
import dev.leat.outbox.spi.DeadRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows that were given up. Only those are touched here: a row that lives cannot be requeued or discarded. */
public final class DeadRows {

    private static final String REQUEUE = "update ob_event set state = 0, attempts = 0, last_error = null, due_at = ";

    private final Dialect dialect;
    private final String namespace;

    public DeadRows(Dialect dialect, String namespace) {
        this.dialect = dialect;
        this.namespace = namespace;
    }

    public List<DeadRow> list(Connection connection, DeadFilter filter, long after, int limit) throws SQLException {
        String sql = "select seq, route, okey, dedupe, attempts, last_error, created_at from ob_event where "
                + condition(filter) + " and seq > ? order by seq limit " + limit;
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setLong(bind(query, filter), after);
            List<DeadRow> rows = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(new DeadRow(
                            row.getLong("seq"),
                            row.getString("route"),
                            row.getString("okey"),
                            row.getString("dedupe"),
                            row.getInt("attempts"),
                            row.getString("last_error"),
                            dialect.time(row, "created_at")));
                }
            }
            return rows;
        }
    }

    public boolean requeue(Connection connection, long seq) throws SQLException {
        return one(connection, REQUEUE + dialect.now(), seq);
    }

    public boolean discard(Connection connection, long seq) throws SQLException {
        return one(connection, "delete from ob_event", seq);
    }

    public int requeueAll(Connection connection, DeadFilter filter) throws SQLException {
        return all(connection, REQUEUE + dialect.now(), filter);
    }

    public int discardAll(Connection connection, DeadFilter filter) throws SQLException {
        return all(connection, "delete from ob_event", filter);
    }

    private boolean one(Connection connection, String change, long seq) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(change + " where ns = ? and seq = ? and state + 0 = 3")) {
            statement.setString(1, namespace);
            statement.setLong(2, seq);
            return statement.executeUpdate() == 1;
        }
    }

    private int all(Connection connection, String change, DeadFilter filter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(change + " where " + condition(filter))) {
            bind(statement, filter);
            return statement.executeUpdate();
        }
    }

    private String condition(DeadFilter filter) {
        return "ns = ? and state = 3"
                + (filter.route() == null ? "" : " and route = ?")
                + (filter.key() == null ? "" : " and okey = ?")
                + (filter.error() == null ? "" : " and last_error like ? escape '!'")
                + (filter.olderThan() == null ? "" : " and created_at < " + dialect.nowPlus());
    }

    private int bind(PreparedStatement statement, DeadFilter filter) throws SQLException {
        int index = 1;
        statement.setString(index++, namespace);
        if (filter.route() != null) {
            statement.setString(index++, filter.route());
        }
        if (filter.key() != null) {
            statement.setString(index++, filter.key());
        }
        if (filter.error() != null) {
            statement.setString(index++, "%" + filter.error().replaceAll("[!%_]", "!$0") + "%");
        }
        if (filter.olderThan() != null) {
            statement.setLong(index++, -filter.olderThan().toMillis());
        }
        return index;
    }
}
