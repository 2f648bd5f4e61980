package dev.leat.outbox.relay;

import dev.leat.outbox.Row;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Events;
import dev.leat.outbox.sql.StoredRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Locks rows, hands them on and deletes them, in one transaction. The connection is the lease: when it breaks, the rows are ready.
 * What the sink wrote through the same connection is committed with the deletion, or not at all.
 */
final class LockedTurn implements WorkerRelay.Turn {

    private final Route route;
    private final Database database;
    private final Events events;

    LockedTurn(Route route, Events events) {
        this.route = route;
        this.database = route.database();
        this.events = events;
    }

    @Override
    public int take(BooleanSupplier stopping) throws SQLException {
        Attempt attempt = new Attempt(stopping);
        try {
            database.transaction(attempt::run);
        } catch (Undo e) {
            // A failed row may have written, so nothing of the batch stays; its neighbours are ready again at once.
            int failed = database.transaction(connection -> events.failUnclaimed(connection, attempt.failures));
            new Tally(route).settled(List.of(), attempt.failures, 0, attempt.failures.size() - failed);
            return attempt.found;
        }
        if (attempt.found > 0) {
            new Tally(route).settled(attempt.done, attempt.failures, attempt.released, 0);
        }
        return attempt.found;
    }

    /** Rolls a transaction back that could have been committed. */
    private static final class Undo extends RuntimeException {
        Undo() {
            super(null, null, false, false);
        }
    }

    private final class Attempt {

        private final BooleanSupplier stopping;
        private final List<Events.Failure> failures = new ArrayList<>();
        private List<Row> done = List.of();
        private int released;
        private int found;

        Attempt(BooleanSupplier stopping) {
            this.stopping = stopping;
        }

        int run(Connection connection) throws SQLException {
            List<StoredRow> stored = events.lock(connection, route.options().batch());
            found = stored.size();
            Work work = new Work(route, stored, stopping, connection);
            work.handOff();
            Thread.interrupted();
            failures.addAll(work.undecodable());
            failures.addAll(work.failures());
            if (work.connectionUsed() && failures.size() > work.undecodable().size()) {
                throw new Undo();
            }
            done = work.done();
            released = work.released().size();
            write(connection);
            return found;
        }

        private void write(Connection connection) throws SQLException {
            if (!done.isEmpty()) {
                List<Long> seqs = done.stream().map(Row::seq).toList();
                events.doneLocked(connection, seqs, !route.options().keepDone().isZero());
            }
            if (!failures.isEmpty()) {
                events.failUnclaimed(connection, failures);
            }
        }
    }
}
