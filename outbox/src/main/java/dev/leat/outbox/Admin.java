package dev.leat.outbox;

import dev.leat.outbox.spi.DeadFilter;
import dev.leat.outbox.spi.DeadRow;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.DeadRows;
import dev.leat.outbox.sql.Namespaces;
import dev.leat.outbox.sql.RouteTable;
import dev.leat.outbox.sql.ShardLeases;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Administration of the rows and routes of a namespace, from any node. */
public final class Admin {

    private final Database database;
    private final DeadRows dead;
    private final RouteTable routes;
    private final String namespace;
    private final Runnable wake;

    Admin(Database database, String namespace, Runnable wake) {
        this.namespace = namespace;
        this.database = database;
        this.dead = new DeadRows(database.dialect(), namespace);
        this.routes = new RouteTable(database.dialect(), namespace);
        this.wake = wake;
    }

    /** The namespaces of a database in which there are rows, routes that have handed some on, or nodes. */
    public static List<String> namespaces(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            List<String> all = List.copyOf(Namespaces.read(connection));
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return all;
        }
    }

    /** A part of a list: rows after one, oldest first. */
    public record Page(long after, int limit) {
        /** Returns the first part of a list. */
        public static Page first(int limit) {
            return new Page(0, limit);
        }
    }

    /** The dead rows of a route; ask for the page after the last one's seq until it is empty. */
    public List<DeadRow> dead(String route, Page page) throws SQLException {
        return dead(DeadFilter.all().route(route), page);
    }

    /** Dead rows of the namespace. */
    public List<DeadRow> dead(DeadFilter filter, Page page) throws SQLException {
        return database.single(connection -> dead.list(connection, filter, page.after(), page.limit()));
    }

    /** Makes a dead row ready, with all its attempts before it; returns whether it was dead. */
    public boolean requeue(long seq) throws SQLException {
        boolean requeued = database.transaction(connection -> dead.requeue(connection, seq));
        wake.run();
        return requeued;
    }

    /** Makes dead rows ready; returns how many. */
    public int requeueAll(DeadFilter filter) throws SQLException {
        int requeued = database.transaction(connection -> dead.requeueAll(connection, filter));
        wake.run();
        return requeued;
    }

    /** Deletes a dead row for good; returns whether it was dead. */
    public boolean discard(long seq) throws SQLException {
        return database.transaction(connection -> dead.discard(connection, seq));
    }

    /** Deletes dead rows for good; returns how many. */
    public int discardAll(DeadFilter filter) throws SQLException {
        return database.transaction(connection -> dead.discardAll(connection, filter));
    }

    /** Pauses a route on all nodes: no further rows are claimed. Batches that are with a sink are finished. */
    public void pause(String route) throws SQLException {
        TextLimits.text("route", route, TextLimits.NAME);
        database.single(connection -> {
            routes.pause(connection, route);
            return true;
        });
    }

    /**
     * Numbers the batches of a shard anew, for a target that has forgotten its producer, which the status says. What is recorded as
     * handed on without an answer is handed on again, whether the target got it before or not.
     */
    public boolean beginEpoch(String route, int shard) throws SQLException {
        ShardLeases shards = new ShardLeases(database.dialect(), namespace, route);
        return database.transaction(connection -> shards.beginEpoch(connection, shard));
    }

    /** Resumes a paused route, on all nodes. */
    public void resume(String route) throws SQLException {
        database.single(connection -> {
            routes.resume(connection, route);
            return true;
        });
        wake.run();
    }
}
