package dev.leat.outbox.relay;

import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.RouteOptions.OnDead;
import dev.leat.outbox.spi.RouteOptions.Ordering;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.ShardLeases;
import dev.leat.outbox.sql.ShardLeases.Lease;
import dev.leat.outbox.sql.ShardRows;
import dev.leat.outbox.sql.ShardRows.Waiting;
import dev.leat.outbox.sql.StoredRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A shard in the application's database. One for each lease, used by one thread at a time. */
final class SqlShardStore implements ShardStore {

    /** What is in memory for one worker, and in one request to a target, unless a single row is larger. */
    private static final long BATCH_BYTES = 4 << 20;

    /** Dead rows are revived by operators, who expect an answer. */
    private static final long DEAD_KEYS_NANOS = 1_000_000_000;

    private final RelayRoute route;
    private final Database database;
    private final ShardLeases shards;
    private final ShardRows rows;
    private final RowDecoder decoder;
    private final @Nullable String before;
    private final long leaseMillis;
    private final boolean ordered;
    private final boolean deadBlock;
    private final boolean numbered;
    private Map<String, Long> dead = Map.of();
    private boolean deadKnown;
    private long deadUntil;

    SqlShardStore(RelayRoute route, ShardLeases shards, ShardRows rows, @Nullable String before) {
        this.route = route;
        this.database = route.database();
        this.shards = shards;
        this.rows = rows;
        this.decoder = new RowDecoder(route);
        this.before = before;
        this.leaseMillis = route.options().lease().toMillis();
        this.ordered = route.options().ordering() != Ordering.NONE;
        this.numbered = route.sink().guarantee() == Guarantee.IDEMPOTENT_PRODUCER;
        this.deadBlock = ordered && route.options().onDead() == OnDead.BLOCK_KEY;
    }

    @Override
    public Recorded load(Lease lease) throws SQLException {
        return database.transaction(connection -> {
            ShardLeases.State state = shards.lock(connection, lease);
            List<Row> batch = state.batch().isEmpty() ? List.of() : batch(connection, lease, state.batch());
            if (batch.isEmpty() && !state.batch().isEmpty()) {
                forget(connection, lease, state);
            }
            dead(connection, lease, true);
            return new Recorded(before, state.epoch(), state.number(), batch);
        });
    }

    /**
     * A numbered batch that was recorded could be read then, and has to be given again as it was. Others leave a row that cannot be read to
     * the next batch, where it is dead.
     */
    private List<Row> batch(Connection connection, Lease lease, List<Long> seqs) throws SQLException {
        List<Row> batch = new ArrayList<>();
        for (StoredRow row : rows.ready(connection, seqs)) {
            try {
                batch.add(decoder.decode(row, lease.fence()));
            } catch (RowDecoder.Undecodable e) {
                if (numbered) {
                    throw new IllegalStateException(
                            "row " + row.seq() + " may have been handed on and cannot be read any more: "
                                    + e.getMessage(),
                            e);
                }
            }
        }
        return batch;
    }

    /** Only a hand deletes the rows of a batch. A target that counts may have it or not, and nothing is left to ask it with. */
    private void forget(Connection connection, Lease lease, ShardLeases.State state) throws SQLException {
        if (numbered) {
            throw new IllegalStateException("the rows of batch " + state.number() + " of shard " + lease.shard()
                    + " were deleted before it was known whether it was handed on: the producer needs a new epoch");
        }
        shards.record(connection, lease, state.number(), List.of(), leaseMillis);
    }

    @Override
    public Recorded advance(Lease lease, Recorded last, Settlement settlement, int limit) throws SQLException {
        Step step = new Step(lease, last, settlement, limit);
        if (last.isEmpty() && limit > 0 && settlement.isNothing()) {
            Optional<Recorded> first = database.single(step::begin);
            if (first.isPresent()) {
                return first.get();
            }
        }
        Recorded next = database.transaction(step::run);
        step.tell();
        return next;
    }

    /**
     * Only this owner makes rows of its shard dead, so what it knows is old only where a hand was at work. A first batch does not wait
     * for that to be noticed, unless something is held up.
     */
    private Map<String, Long> dead(Connection connection, Lease lease, boolean waits) throws SQLException {
        if (!deadBlock) {
            return Map.of();
        }
        boolean old = System.nanoTime() - deadUntil >= 0 && (waits || !dead.isEmpty());
        if (!deadKnown || old) {
            dead = rows.dead(connection, lease.shard());
            deadKnown = true;
            deadUntil = System.nanoTime() + DEAD_KEYS_NANOS;
        }
        return dead;
    }

    private final class Step {

        private final Lease lease;
        private final Recorded last;
        private final Settlement settlement;
        private final int limit;
        private final List<EventRows.Failure> unreadable = new ArrayList<>();
        private int late;

        Step(Lease lease, Recorded last, Settlement settlement, int limit) {
            this.lease = lease;
            this.last = last;
            this.settlement = settlement;
            this.limit = limit;
        }

        Recorded run(Connection connection) throws SQLException {
            ShardLeases.State state = shards.lock(connection, lease);
            if (state.number() != last.number()) {
                throw new SQLException("shard " + lease.shard() + " of route " + route.name()
                        + " has another number than its owner left there");
            }
            settle(connection);
            List<Row> batch = limit == 0 ? List.of() : pick(connection);
            long number = settlement.handedOn() ? last.number() + 1 : last.number();
            if (!last.isEmpty() || !state.batch().isEmpty() || !batch.isEmpty()) {
                shards.record(
                        connection, lease, number, batch.stream().map(Row::seq).toList(), leaseMillis);
            }
            return new Recorded(null, last.epoch(), number, batch);
        }

        /**
         * Where nothing is to be settled, one statement that names owner, fence and number needs no transaction around it. It reads the rows,
         * too, where it can; but a row of a numbered batch is not recorded before it was read, because it could neither be handed on
         * afterwards nor left out. Empty if that is not enough.
         */
        Optional<Recorded> begin(Connection connection) throws SQLException {
            if (!numbered
                    && rows.recordsAtOnce()
                    && dead(connection, lease, false).isEmpty()) {
                List<StoredRow> stored =
                        rows.recordFirst(connection, lease, last.number(), limit, BATCH_BYTES, leaseMillis);
                if (stored != null) {
                    return recorded(stored);
                }
            }
            return readAndRecord(connection);
        }

        /** Rows that cannot be read were recorded with the others. Nothing was handed on yet, so the shard is told better. */
        private Optional<Recorded> recorded(List<StoredRow> stored) {
            List<Row> batch = new ArrayList<>();
            decode(stored, batch);
            if (unreadable.isEmpty()) {
                return Optional.of(new Recorded(null, last.epoch(), last.number(), batch));
            }
            unreadable.clear();
            return Optional.empty();
        }

        /** Between the two, rows are handed on elsewhere only if the shard has a new owner, and then nothing is recorded. */
        private Optional<Recorded> readAndRecord(Connection connection) throws SQLException {
            List<Row> batch = read(connection);
            List<Long> seqs = batch.stream().map(Row::seq).toList();
            boolean done = unreadable.isEmpty()
                    && (batch.isEmpty() || shards.recordFirst(connection, lease, last.number(), seqs, leaseMillis));
            unreadable.clear();
            return done ? Optional.of(new Recorded(null, last.epoch(), last.number(), batch)) : Optional.empty();
        }

        private void settle(Connection connection) throws SQLException {
            if (!settlement.done().isEmpty()) {
                List<Long> seqs = settlement.done().stream().map(Row::seq).toList();
                boolean keep = !route.options().keepDone().isZero();
                late += seqs.size() - rows.done(connection, seqs, keep);
            }
            fail(connection, settlement.failures(), settlement.suspectOf());
        }

        private void fail(Connection connection, List<EventRows.Failure> failures, @Nullable String suspectOf)
                throws SQLException {
            if (!failures.isEmpty()) {
                rows.fail(connection, failures, suspectOf);
                if (failures.stream().anyMatch(EventRows.Failure::dead)) {
                    deadKnown = false;
                }
            }
        }

        private List<Row> pick(Connection connection) throws SQLException {
            List<Row> batch = read(connection);
            fail(connection, unreadable, null);
            return batch;
        }

        private List<Row> read(Connection connection) throws SQLException {
            List<Row> batch = new ArrayList<>();
            BatchSelector picker = new BatchSelector(limit, BATCH_BYTES, ordered, dead(connection, lease, true));
            long after = Long.MIN_VALUE;
            boolean more = true;
            while (more) {
                List<Waiting> page = rows.page(connection, lease.shard(), after, limit);
                picker.show(page);
                more = !picker.isFull() && page.size() == limit;
                after = page.isEmpty() ? after : page.get(page.size() - 1).row().seq();
            }
            decode(picker.picked(), batch);
            return batch;
        }

        /** A row that makes no sense is dead, and holds up its key like any dead row. */
        private void decode(List<StoredRow> picked, List<Row> batch) {
            Set<String> blocked = new HashSet<>();
            for (StoredRow row : picked) {
                if (row.key() != null && blocked.contains(row.key())) {
                    continue;
                }
                try {
                    batch.add(decoder.decode(row, lease.fence()));
                } catch (RowDecoder.Undecodable e) {
                    unreadable.add(new EventRows.Failure(
                            row.seq(),
                            row.commitRef(),
                            row.attempts(),
                            true,
                            0,
                            ClaimedBatch.text("undecodable: " + e.getMessage())));
                    if (deadBlock && row.key() != null) {
                        blocked.add(row.key());
                    }
                }
            }
        }

        void tell() {
            List<EventRows.Failure> failures = new ArrayList<>(settlement.failures());
            failures.addAll(unreadable);
            new SettlementReport(route).settled(settlement.done(), failures, 0, late);
        }
    }
}
