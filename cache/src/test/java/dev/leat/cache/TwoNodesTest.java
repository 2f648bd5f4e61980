package dev.leat.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Intent;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.Wait;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two applications with a cache each and one PostgreSQL between them: whoever has waited for a commit reads it everywhere. */
class TwoNodesTest {

    private static final int ACCOUNTS = 20;
    private static final int WRITERS = 4;
    private static final int WRITES = 60;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean stop = new AtomicBoolean();
    /** The highest version of an account that was waited for, or that was only committed. */
    private final AtomicLongArray awaited = new AtomicLongArray(ACCOUNTS);

    private final AtomicLongArray committed = new AtomicLongArray(ACCOUNTS);
    private final AtomicLong tooEarly = new AtomicLong();
    private TestDatabase database;
    private Node one;
    private Node two;

    @BeforeEach
    void open() throws SQLException {
        database = Databases.POSTGRESQL.open();
        database.execute("create table account (id int primary key, version bigint not null)");
        database.execute("insert into account select n, 0 from generate_series(0, " + (ACCOUNTS - 1) + ") n");
        one = new Node("one");
        two = new Node("two");
    }

    @AfterEach
    void close() {
        stop.set(true);
        threads.shutdownNow();
        one.outbox.close();
        two.outbox.close();
        database.close();
    }

    private final class Node {
        private final TaggedCache<Integer, Long> cache =
                TaggedCache.<Integer, Long>builder(Duration.ofMinutes(10)).build();
        private final Outbox outbox;

        Node(String name) throws SQLException {
            outbox = Outbox.builder(database)
                    .namespace("bank")
                    .node(name)
                    .cache(cache)
                    .build();
            outbox.start();
        }

        long read(int account) {
            return cache.get(account, Set.of(Intent.entity("account", account)), id -> LoadResult.of(version(id)));
        }

        /** Raises a version, and returns what it is then. */
        long write(int account) throws SQLException {
            Receipt receipt;
            long version;
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                try (OutboxTx tx = outbox.in(connection)) {
                    version = raise(connection, account);
                    tx.invalidate(Intent.entity("account", account));
                    receipt = tx.receipt();
                }
                connection.commit();
            }
            outbox.committed(receipt);
            assertThat(read(account)).as("on the writer's own node").isGreaterThanOrEqualTo(version);
            committed.accumulateAndGet(account, version, Math::max);
            outbox.await(receipt, Wait.APPLIED_ON_ALL_NODES, Duration.ofSeconds(30));
            awaited.accumulateAndGet(account, version, Math::max);
            return version;
        }
    }

    private long version(int account) throws SQLException {
        return database.number("select version from account where id = " + account);
    }

    private static long raise(Connection connection, int account) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update account set version = version + 1 where id = ? returning version")) {
            update.setInt(1, account);
            try (ResultSet row = update.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private Void writeMany(int writer) throws SQLException {
        Random random = new Random(writer);
        for (int i = 0; i < WRITES; i++) {
            Node node = random.nextBoolean() ? one : two;
            int account = random.nextInt(ACCOUNTS);
            long version = node.write(account);
            assertThat(one.read(account)).isGreaterThanOrEqualTo(version);
            assertThat(two.read(account)).isGreaterThanOrEqualTo(version);
        }
        return null;
    }

    /** Returns how many reads were older than what somebody had already waited for. */
    private long readMany(Node node, int seed) {
        Random random = new Random(seed);
        long stale = 0;
        while (!stop.get()) {
            int account = random.nextInt(ACCOUNTS);
            long atLeast = awaited.get(account);
            long perhaps = committed.get(account);
            long version = node.read(account);
            stale += version < atLeast ? 1 : 0;
            tooEarly.addAndGet(version < perhaps ? 1 : 0);
        }
        return stale;
    }

    @Test
    void nothingStaleIsReadOnAnyNodeAfterWaitingForAllOfThem() throws Exception {
        List<Future<Long>> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int seed = i;
            readers.add(threads.submit(() -> readMany(one, seed)));
            readers.add(threads.submit(() -> readMany(two, seed)));
        }
        List<Future<Void>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            writers.add(threads.submit(() -> writeMany(writer)));
        }
        for (Future<Void> writer : writers) {
            writer.get();
        }
        stop.set(true);

        long stale = 0;
        for (Future<Long> reader : readers) {
            stale += reader.get();
        }
        assertThat(stale).isZero();
        assertThat(tooEarly)
                .as("reads that were stale before the wait; without them it was for nothing")
                .hasPositiveValue();
    }
}
