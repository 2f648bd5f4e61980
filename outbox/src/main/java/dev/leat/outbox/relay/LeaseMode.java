package dev.leat.outbox.relay;

import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.StoredRow;
import dev.leat.outbox.sql.Uuids;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Mode with row leases: claims rows, hands them on without a transaction or a connection, and settles them. Two commits per batch. */
final class LeaseMode implements RelayMode {

    private static final int SETTLE_TRIES_WHEN_STOPPING = 3;

    private final RelayRoute route;
    private final Database database;
    private final EventRows events;
    private final Leases leases;
    /** The last small commit of this process that no worker has looked for yet. */
    private final AtomicReference<@Nullable UUID> fresh = new AtomicReference<>();

    LeaseMode(RelayRoute route, EventRows events, Leases leases) {
        this.route = route;
        this.database = route.database();
        this.events = events;
        this.leases = leases;
    }

    @Override
    public Owner offer(@Nullable UUID commit, Set<Integer> shards) {
        if (commit != null && events.claimsAtOnce()) {
            fresh.set(commit);
        }
        return Owner.ANY_NODE;
    }

    /** By name, a commit is found sooner than by looking for what is due. A busy worker looks at all due rows in their order. */
    @Override
    public int takeWoken(BooleanSupplier stopping) throws SQLException, InterruptedException {
        UUID commit = fresh.getAndSet(null);
        if (commit != null) {
            UUID claim = Uuids.next();
            List<StoredRow> stored = database.single(connection -> events.claimCommit(
                    connection,
                    commit,
                    claim,
                    route.node(),
                    route.options().lease().toMillis()));
            if (!stored.isEmpty()) {
                return handOn(claim, stored, stopping);
            }
        }
        return take(stopping);
    }

    @Override
    public int take(BooleanSupplier stopping) throws SQLException, InterruptedException {
        UUID claim = Uuids.next();
        List<StoredRow> stored = claim(claim);
        return stored.isEmpty() ? 0 : handOn(claim, stored, stopping);
    }

    private int handOn(UUID claim, List<StoredRow> stored, BooleanSupplier stopping)
            throws SQLException, InterruptedException {
        leases.hold(claim, stored.stream().map(StoredRow::seq).toList());
        try {
            ClaimedBatch work = new ClaimedBatch(route, stored, stopping, null);
            work.handOff();
            // What interrupted the sink must not tear the connection that settles its rows.
            Thread.interrupted();
            settle(new Settlement(claim, work), stopping);
        } finally {
            leases.drop(claim);
        }
        return stored.size();
    }

    private List<StoredRow> claim(UUID claim) throws SQLException {
        Database.Work<List<StoredRow>> step = connection -> events.claim(
                connection,
                claim,
                route.node(),
                route.options().lease().toMillis(),
                route.options().batch());
        return events.claimsAtOnce() ? database.single(step) : database.transaction(step);
    }

    /** The sink has done its part, so this is not given up because a database is away for a while; the lease is renewed meanwhile. */
    private void settle(Settlement settlement, BooleanSupplier stopping) throws SQLException, InterruptedException {
        ErrorStreak errors = new ErrorStreak("settling rows of route " + route.name());
        for (int tries = 1; ; tries++) {
            try {
                settlement.commit();
                errors.over();
                return;
            } catch (SQLException e) {
                if (stopping.getAsBoolean() && tries >= SETTLE_TRIES_WHEN_STOPPING) {
                    throw e;
                }
                Thread.sleep(errors.seen(e));
            }
        }
    }

    /** Results of the rows of a claim. */
    private final class Settlement {

        private final UUID claim;
        private final List<Row> done;
        private final List<Long> doneSeqs;
        private final List<Long> released;
        private final List<EventRows.Failure> failures = new ArrayList<>();

        Settlement(UUID claim, ClaimedBatch work) {
            this.claim = claim;
            this.done = work.done();
            this.doneSeqs = done.stream().map(Row::seq).toList();
            this.released = work.released();
            failures.addAll(work.undecodable());
            failures.addAll(work.failures());
        }

        void commit() throws SQLException {
            boolean single = released.isEmpty() && failures.isEmpty() && events.claimsAtOnce();
            int settled = single ? database.single(this::write) : database.transaction(this::write);
            int late = doneSeqs.size() + released.size() + failures.size() - settled;
            new SettlementReport(route).settled(done, failures, released.size(), late);
        }

        private int write(Connection connection) throws SQLException {
            int settled = 0;
            if (!doneSeqs.isEmpty()) {
                settled += events.done(
                        connection, claim, doneSeqs, !route.options().keepDone().isZero());
            }
            if (!released.isEmpty()) {
                settled += events.release(connection, claim, released);
            }
            if (!failures.isEmpty()) {
                settled += events.fail(connection, claim, failures);
            }
            return settled;
        }
    }
}
