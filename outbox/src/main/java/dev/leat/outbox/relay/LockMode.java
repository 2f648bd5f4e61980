package dev.leat.outbox.relay;

import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.StoredRow;
import dev.leat.outbox.sql.Uuids;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Mode with row locks: locks rows, hands them on and deletes them in one transaction. The connection is the lease: when it breaks, the rows are ready.
 * What the sink wrote through the same connection is committed with the deletion, or not at all.
 *
 * <p>A process that ends leaves no trace then, and it may have ended because of a row. So rows that were there before this process began
 * are claimed in a commit of their own, which counts the attempt: a row that ends every process is dead in the end. What has been tried
 * before goes alone, so that its neighbours are not.
 */
final class LockMode implements RelayMode {

    private final RelayRoute route;
    private final Database database;
    private final EventRows events;
    private final Leases leases;
    /** The highest number that there was when this process began. */
    private volatile @Nullable Long before;

    LockMode(RelayRoute route, EventRows events, Leases leases) {
        this.route = route;
        this.database = route.database();
        this.events = events;
        this.leases = leases;
    }

    @Override
    public int take(BooleanSupplier stopping) throws SQLException {
        Attempt attempt = new Attempt(stopping);
        try {
            database.transaction(attempt::run);
            if (attempt.claim != null) {
                handOnClaimed(attempt, attempt.claim);
            }
        } catch (Undo e) {
            // A failed row may have written, so nothing of the batch stays; its neighbours are ready again at once.
            int settled = database.transaction(attempt::undone);
            new SettlementReport(route).settled(List.of(), attempt.failures, 0, attempt.failures.size() - settled);
            return attempt.stored.size();
        }
        if (!attempt.stored.isEmpty()) {
            new SettlementReport(route).settled(attempt.done, attempt.failures, attempt.released.size(), attempt.late);
        }
        return attempt.stored.size();
    }

    private void handOnClaimed(Attempt attempt, UUID claim) throws SQLException {
        leases.hold(claim, attempt.stored.stream().map(StoredRow::seq).toList());
        try {
            database.transaction(attempt::handOn);
        } finally {
            leases.drop(claim);
        }
    }

    private long before(Connection connection) throws SQLException {
        Long known = before;
        if (known == null) {
            known = events.highest(connection);
            before = known;
        }
        return known;
    }

    /** Rolls a transaction back that could have been committed. */
    private static final class Undo extends RuntimeException {
        Undo() {
            super(null, null, false, false);
        }
    }

    private final class Attempt {

        private final BooleanSupplier stopping;
        private final List<EventRows.Failure> failures = new ArrayList<>();
        private List<StoredRow> stored = List.of();
        private List<Row> done = List.of();
        private List<Long> released = List.of();
        private int late;
        /** Of rows that are handed on in a transaction after the one that counted them; null if this is the only one. */
        private @Nullable UUID claim;

        Attempt(BooleanSupplier stopping) {
            this.stopping = stopping;
        }

        int run(Connection connection) throws SQLException {
            long old = before(connection);
            stored = events.lock(connection, route.options().batch());
            if (stored.stream().noneMatch(row -> row.seq() <= old)) {
                return handOn(connection);
            }
            stored = stored.stream()
                    .filter(row -> row.seq() <= old && row.attempts() > 0)
                    .findFirst()
                    .map(List::of)
                    .orElse(stored);
            claim = Uuids.next();
            List<Long> seqs = stored.stream().map(StoredRow::seq).toList();
            events.claimLocked(
                    connection, claim, route.node(), route.options().lease().toMillis(), seqs);
            return stored.size();
        }

        int handOn(Connection connection) throws SQLException {
            ClaimedBatch work = new ClaimedBatch(route, stored, stopping, connection);
            work.handOff();
            Thread.interrupted();
            failures.addAll(work.undecodable());
            failures.addAll(work.failures());
            if (work.connectionUsed() && failures.size() > work.undecodable().size()) {
                throw new Undo();
            }
            done = work.done();
            released = work.released();
            int settled = write(connection);
            late = claim == null ? 0 : stored.size() - settled;
            if (late > 0 && work.connectionUsed()) {
                throw new Undo(); // Another worker has some of the rows, and what was written for them must not be
                // there
                // twice.
            }
            return stored.size();
        }

        /** Returns of how many rows is known what becomes of them. */
        private int write(Connection connection) throws SQLException {
            List<Long> seqs = done.stream().map(Row::seq).toList();
            boolean keep = !route.options().keepDone().isZero();
            int settled = released.size();
            if (!seqs.isEmpty()) {
                settled += claim == null
                        ? events.doneLocked(connection, seqs, keep)
                        : events.done(connection, claim, seqs, keep);
            }
            if (claim != null && !released.isEmpty()) {
                settled += events.release(connection, claim, released) - released.size();
            }
            return settled + fail(connection);
        }

        private int fail(Connection connection) throws SQLException {
            if (failures.isEmpty()) {
                return 0;
            }
            return claim == null
                    ? events.failUnclaimed(connection, failures)
                    : events.fail(connection, claim, failures);
        }

        /** After the batch was undone; returns how many failures were counted. */
        int undone(Connection connection) throws SQLException {
            if (claim != null) {
                Set<Long> others =
                        new HashSet<>(stored.stream().map(StoredRow::seq).toList());
                failures.forEach(failure -> others.remove(failure.seq()));
                if (!others.isEmpty()) {
                    events.release(connection, claim, others);
                }
            }
            return fail(connection);
        }
    }
}
