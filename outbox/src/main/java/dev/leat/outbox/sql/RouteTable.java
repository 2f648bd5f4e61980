package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The table of routes, shared by all nodes: whether a route is paused, and when a row was last handed on. */
public final class RouteTable {

    private final Dialect dialect;
    private final String namespace;

    public RouteTable(Dialect dialect, String namespace) {
        this.dialect = dialect;
        this.namespace = namespace;
    }

    public void handedOff(Connection connection, String route) throws SQLException {
        set(connection, route, "handed_off_at = " + dialect.now());
    }

    public void pause(Connection connection, String route) throws SQLException {
        set(connection, route, "paused = 1");
    }

    public void resume(Connection connection, String route) throws SQLException {
        set(connection, route, "paused = 0");
    }

    /** The connection is in autocommit mode: where two nodes create the row at once, the second one's insert fails alone. */
    private void set(Connection connection, String route, String change) throws SQLException {
        if (!update(connection, route, change)) {
            try {
                insert(connection, route);
            } catch (SQLException e) {
                if (e.getSQLState() != null && !e.getSQLState().startsWith("23")) {
                    throw e;
                }
            }
            update(connection, route, change);
        }
    }

    private boolean update(Connection connection, String route, String change) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("update ob_route set " + change + " where ns = ? and route = ?")) {
            update.setString(1, namespace);
            update.setString(2, route);
            return update.executeUpdate() > 0;
        }
    }

    private void insert(Connection connection, String route) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into ob_route (ns, route) values (?, ?)")) {
            insert.setString(1, namespace);
            insert.setString(2, route);
            insert.executeUpdate();
        }
    }
}
