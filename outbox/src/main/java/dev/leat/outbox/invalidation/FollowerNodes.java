package dev.leat.outbox.invalidation;

import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The table of nodes that follow the invalidations of a namespace, with the position of each. By the database's clock. */
public final class FollowerNodes {

    private final Database database;
    private final Dialect dialect;
    private final String namespace;
    private final String node;
    private final Duration aliveFor;

    public FollowerNodes(Database database, String namespace, String node, Duration aliveFor) {
        this.database = database;
        this.dialect = database.dialect();
        this.namespace = namespace;
        this.node = node;
        this.aliveFor = aliveFor;
    }

    /** A node survives a few heartbeats that fail. */
    long heartbeatMillis() {
        return Math.max(1, aliveFor.toMillis() / 5);
    }

    /** Tells the others how far this node is, and that it is there. */
    void publish(FeedPosition position) throws SQLException {
        if (database.single(connection -> update(connection, position.text())) == 0) {
            database.single(connection -> insert(connection, position.text()));
        }
    }

    private int update(Connection connection, String text) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update ob_node set reached = ?, seen_at = " + dialect.now() + " where ns = ? and node = ?")) {
            return write(update, text);
        }
    }

    private int insert(Connection connection, String text) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into ob_node (reached, ns, node, seen_at) values (?, ?, ?, " + dialect.now() + ")")) {
            return write(insert, text);
        }
    }

    private int write(PreparedStatement statement, String text) throws SQLException {
        statement.setString(1, text);
        statement.setString(2, namespace);
        statement.setString(3, node);
        return statement.executeUpdate();
    }

    /** Removes this node: it follows no more, and waits for all nodes leave it out. */
    void leave() throws SQLException {
        database.single(connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("delete from ob_node where ns = ? and node = ?")) {
                delete.setString(1, namespace);
                delete.setString(2, node);
                return delete.executeUpdate();
            }
        });
    }

    /** The other nodes that are alive, and where they are. */
    public Map<String, FeedPosition> others() throws SQLException {
        return database.single(connection -> {
            try (PreparedStatement query = connection.prepareStatement(
                    "select node, reached from ob_node where ns = ? and node <> ? and seen_at > "
                            + dialect.nowPlus())) {
                query.setString(1, namespace);
                query.setString(2, node);
                query.setLong(3, -aliveFor.toMillis());
                Map<String, FeedPosition> nodes = new HashMap<>();
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        String reached = row.getString("reached");
                        nodes.put(row.getString("node"), FeedPosition.parse(reached == null ? "" : reached));
                    }
                }
                return nodes;
            }
        });
    }
}
