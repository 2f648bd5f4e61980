package dev.leat.outbox.relay;

import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.RouteTable;
import java.sql.SQLException;

/** Periodic maintenance of a route: renews and reaps leases, purges kept rows, notes the last hand-off. */
final class Maintenance {

    private static final long OFTEN_MILLIS = 30;
    private static final long SELDOM_MILLIS = 5_000;
    private static final long SHARDS_MILLIS = 2_000;

    private final RelayRoute route;
    private final Database database;
    private final EventRows events;
    private final Chore leases;
    private final RouteTable routes;
    private long doneBefore;
    private long reapAt = System.nanoTime();

    /** Maintenance of the leases of one mode. */
    interface Chore {
        /** @param last whether the workers have ended */
        void run(boolean last) throws SQLException;
    }

    Maintenance(RelayRoute route, EventRows events, Chore leases) {
        this.route = route;
        this.database = route.database();
        this.events = events;
        this.leases = leases;
        this.routes = new RouteTable(database.dialect(), route.namespace());
    }

    /** A lease survives two renewals that fail. */
    long everyMillis() {
        boolean shards = route.options().mode() == RouteOptions.Mode.SHARD;
        return shards ? Math.min(SHARDS_MILLIS, renewMillis()) : renewMillis();
    }

    private long renewMillis() {
        return Math.min(
                SELDOM_MILLIS, Math.max(OFTEN_MILLIS, route.options().lease().toMillis() / 3));
    }

    /** Returns how many rows of the route could be taken now. */
    long due() throws SQLException {
        return database.single(events::due);
    }

    void run(boolean last) throws SQLException {
        leases.run(last);
        reap();
        purge();
        noteHandOff();
    }

    private void reap() throws SQLException {
        long now = System.nanoTime();
        if (now - reapAt < 0) {
            return;
        }
        reapAt = now + renewMillis() * 500_000;
        int reaped = database.transaction(
                connection -> events.reap(connection, route.retry().maxAttempts()));
        route.counters().leaseLost.add(reaped);
    }

    private void purge() throws SQLException {
        long keep = route.options().keepDone().toMillis();
        boolean more = keep > 0;
        while (more) {
            more = database.transaction(connection -> events.purge(connection, keep));
        }
    }

    private void noteHandOff() throws SQLException {
        long done = route.counters().done.sum();
        if (done != doneBefore) {
            database.single(connection -> {
                routes.handedOff(connection, route.name());
                return true;
            });
            doneBefore = done;
        }
    }
}
