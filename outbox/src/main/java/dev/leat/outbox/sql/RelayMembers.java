package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The nodes among which the shards of a route are shared: those that said lately that they are there. */
public final class RelayMembers {

    private static final String THIS_MEMBER = " where ns = ? and route = ? and node = ?";

    private final Dialect dialect;
    private final String namespace;
    private final String route;
    private final String node;

    public RelayMembers(Dialect dialect, String namespace, String route, String node) {
        this.dialect = dialect;
        this.namespace = namespace;
        this.route = route;
        this.node = node;
    }

    /** This node is there for a while. The connection is in autocommit mode. */
    public void join(Connection connection, long leaseMillis) throws SQLException {
        String update = "update ob_member set lease_until = " + dialect.nowPlus() + THIS_MEMBER;
        if (execute(connection, update, leaseMillis) == 0) {
            // Only this node writes its row, so no other transaction is in the way.
            execute(
                    connection,
                    "insert into ob_member (lease_until, ns, route, node) values (" + dialect.nowPlus() + ", ?, ?, ?)",
                    leaseMillis);
        }
    }

    /** How many nodes are there, this one included. */
    public int count(Connection connection) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select count(*) from ob_member where ns = ? and route = ? and (node = ?"
                        + " or lease_until >= " + dialect.now() + ")")) {
            bind(query, 1);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Forgets nodes that have not been there for so long. */
    public void forget(Connection connection, long silentMillis) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "delete from ob_member where ns = ? and route = ? and lease_until < " + dialect.nowPlus())) {
            delete.setString(1, namespace);
            delete.setString(2, route);
            delete.setLong(3, -silentMillis);
            delete.executeUpdate();
        }
    }

    public void leave(Connection connection) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("delete from ob_member" + THIS_MEMBER)) {
            bind(delete, 1);
            delete.executeUpdate();
        }
    }

    private int execute(Connection connection, String sql, long leaseMillis) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, leaseMillis);
            bind(statement, 2);
            return statement.executeUpdate();
        }
    }

    private void bind(PreparedStatement statement, int index) throws SQLException {
        statement.setString(index, namespace);
        statement.setString(index + 1, route);
        statement.setString(index + 2, node);
    }
}
