package dev.leat.outbox.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.ShardLeases.Lease;
import dev.leat.outbox.sql.ShardLeases.LeaseLost;
import dev.leat.outbox.sql.ShardRows.Waiting;
import dev.leat.outbox.sql.StoredRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * One shard of a database in memory. Its transactions are refused, or their answers get lost, or they commit long after their client
 * has given up; one that is still under way keeps everybody else from the shard, as a row lock does. What needs no transaction is a
 * statement: it may reach the shard late, when others have been there.
 */
final class SimulatedShard implements ShardStore {

    private static final long LEASE = 10;
    private static final UUID COMMIT = new UUID(1, 1);

    /** A row, once its transaction has committed. */
    static final class Stored {
        final long seq;
        final String key;
        final String payload;
        boolean dead;

        Stored(long seq, String key, String payload) {
            this.seq = seq;
            this.key = key;
            this.payload = payload;
        }
    }

    private final SplittableRandom random;
    private final boolean deadBlock;
    final TreeMap<Long, Stored> rows = new TreeMap<>();
    private String owner = "";
    private long fence;
    private long leaseUntil = -1;
    private long number;
    private List<Long> manifest = List.of();
    private Runnable underWay = () -> {};
    private boolean locked;
    private Runnable late = () -> {};
    /** Statements that have recorded a batch when nobody waited for them any more. */
    long lateStatements;

    long now;
    boolean calm;
    /** A protocol that does not work: whoever takes over does not know what was recorded. */
    boolean forgetful;

    SimulatedShard(SplittableRandom random, boolean deadBlock) {
        this.random = random;
        this.deadBlock = deadBlock;
    }

    Optional<Lease> take(String node) {
        if (locked || now < leaseUntil) {
            return Optional.empty();
        }
        fence++;
        owner = node;
        leaseUntil = now + LEASE;
        return Optional.of(new Lease(0, owner, fence));
    }

    /** A transaction that nobody waits for any more ends, one way or the other. */
    void endUnderWay() {
        if (locked) {
            locked = false;
            if (random.nextBoolean()) {
                underWay.run();
            }
        }
        if (random.nextBoolean()) {
            late.run();
            late = () -> {};
        }
    }

    @Override
    public Recorded load(Lease lease) throws SQLException {
        enter(lease);
        if (!calm && random.nextInt(10) == 0) {
            throw new SQLException("no answer");
        }
        List<Row> batch = new ArrayList<>();
        for (long seq : forgetful ? List.<Long>of() : manifest) {
            Stored stored = rows.get(seq);
            if (stored != null && !stored.dead) {
                batch.add(row(stored));
            }
        }
        return new Recorded("before", 0, number, batch);
    }

    @Override
    public Recorded advance(Lease lease, Recorded last, Settlement settlement, int limit) throws SQLException {
        enter(lease);
        if (number != last.number()) {
            throw new SQLException("moved");
        }
        if (last.isEmpty() && limit > 0 && settlement.isNothing()) {
            List<Row> batch = pick(limit);
            if (batch.isEmpty() || recordFirst(lease, last.number(), batch)) {
                return new Recorded(null, 0, last.number(), batch);
            }
        }
        Transaction transaction = new Transaction(last, settlement, limit);
        int fate = calm ? 9 : random.nextInt(10);
        switch (fate) {
            case 0 -> throw new SQLException("refused");
            case 1 -> {
                transaction.run();
                throw new SQLException("committed, but the answer was lost");
            }
            case 2 -> {
                locked = true;
                underWay = transaction;
                throw new SQLException("given up while it was under way");
            }
            default -> transaction.run();
        }
        return transaction.next;
    }

    private boolean recordFirst(Lease lease, long expected, List<Row> batch) throws SQLException {
        List<Long> seqs = batch.stream().map(Row::seq).toList();
        BooleanSupplier statement = () -> {
            boolean unchanged = isCurrent(lease) && number == expected && manifest.isEmpty();
            if (unchanged) {
                manifest = seqs;
                leaseUntil = now + LEASE;
            }
            return unchanged;
        };
        switch (calm ? 9 : random.nextInt(10)) {
            case 0 -> throw new SQLException("refused");
            case 1 -> {
                boolean done = statement.getAsBoolean();
                throw new SQLException("recorded: " + done + ", but the answer was lost");
            }
            case 2 -> {
                late = () -> lateStatements += statement.getAsBoolean() ? 1 : 0;
                throw new SQLException("given up while it was on its way");
            }
            default -> {
                return statement.getAsBoolean();
            }
        }
    }

    private boolean isCurrent(Lease lease) {
        return lease.owner().equals(owner) && lease.fence() == fence;
    }

    private void enter(Lease lease) throws SQLException {
        if (locked) {
            throw new SQLException("waited too long for a lock");
        }
        if (!isCurrent(lease)) {
            throw new LeaseLost(lease);
        }
    }

    private final class Transaction implements Runnable {
        private final Recorded last;
        private final Settlement settlement;
        private final int limit;
        private Recorded next;

        Transaction(Recorded last, Settlement settlement, int limit) {
            this.last = last;
            this.settlement = settlement;
            this.limit = limit;
            this.next = last;
        }

        @Override
        public void run() {
            settlement.done().forEach(row -> rows.remove(row.seq()));
            for (EventRows.Failure failure : settlement.failures()) {
                rows.get(failure.seq()).dead = failure.dead();
            }
            List<Row> batch = limit == 0 ? List.of() : pick(limit);
            number = settlement.handedOn() ? last.number() + 1 : last.number();
            manifest = batch.stream().map(Row::seq).toList();
            leaseUntil = now + LEASE;
            next = new Recorded(null, 0, number, batch);
        }
    }

    private List<Row> pick(int limit) {
        Map<String, Long> dead = new HashMap<>();
        List<Waiting> waiting = new ArrayList<>();
        for (Stored row : rows.values()) {
            if (!row.dead) {
                waiting.add(new Waiting(stored(row), true, false));
            } else if (deadBlock) {
                dead.putIfAbsent(row.key, row.seq);
            }
        }
        BatchSelector picker = new BatchSelector(limit, 1 << 20, true, dead);
        picker.show(waiting);
        return picker.picked().stream().map(row -> row(rows.get(row.seq()))).toList();
    }

    /** The keys that a dead row holds up, and from which row on. */
    Set<Long> heldUp() {
        Map<String, Long> dead = new HashMap<>();
        Set<Long> held = new HashSet<>();
        for (Stored row : rows.values()) {
            if (row.dead) {
                dead.putIfAbsent(row.key, row.seq);
            } else if (deadBlock && dead.containsKey(row.key)) {
                held.add(row.seq);
            }
        }
        return held;
    }

    private static StoredRow stored(Stored row) {
        return new StoredRow(
                row.seq, 0, row.key, COMMIT, null, row.payload.getBytes(UTF_8), null, null, 0, 0, Instant.EPOCH, null);
    }

    private static Row row(Stored row) {
        return new Row(
                row.seq,
                "shop",
                "orders",
                0,
                row.key,
                COMMIT,
                null,
                row.payload.getBytes(UTF_8),
                Map.of(),
                null,
                1,
                0,
                Instant.EPOCH);
    }
}
