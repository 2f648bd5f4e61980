package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static dev.leat.outbox.Intent.entity;
import static dev.leat.outbox.Intent.tag;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Many transactions that overlap, commit in another order than they write, and sometimes roll back: no node misses one. */
@ParameterizedClass
@EnumSource(Databases.class)
class OverlapTest {

    private static final int WRITERS = 12;
    private static final int TRANSACTIONS = 60;

    @Parameter
    Databases kind;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Intent> committed = ConcurrentHashMap.newKeySet();
    private TestDatabase database;

    @BeforeEach
    void open() {
        database = kind.open();
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        Fixture.close(database);
    }

    /** A cache that only has to know what it forgot. */
    private static final class Forgotten implements Invalidations {
        private final Set<Intent> intents = ConcurrentHashMap.newKeySet();
        private final Set<String> flushes = ConcurrentHashMap.newKeySet();

        @Override
        public void apply(Intent intent) {
            intents.add(intent);
        }

        @Override
        public void flush(String reason) {
            flushes.add(reason);
        }
    }

    private Outbox node(String name, Forgotten cache) throws Exception {
        Outbox node = Outbox.builder(database)
                .namespace("shop")
                .node(name)
                .cache(cache)
                .longestTransaction(Duration.ofMillis(200))
                .build();
        node.start();
        eventually(() -> cache.flushes.contains("start"));
        return node;
    }

    /** Each transaction writes, lingers, writes, and then commits or not. */
    private Void write(Outbox outbox, int writer) throws SQLException {
        Random random = new Random(writer);
        for (int i = 0; i < TRANSACTIONS; i++) {
            Receipt receipt;
            List<Intent> intents = new ArrayList<>();
            boolean rollBack = random.nextInt(5) == 0;
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                try (OutboxTx tx = outbox.in(connection)) {
                    for (int row = 0; row <= random.nextInt(3); row++) {
                        Intent intent = entity("w" + writer, i + "-" + row);
                        intents.add(intent);
                        tx.invalidate(intent);
                        tx.flush();
                        LockSupport.parkNanos(random.nextInt(5_000_000));
                    }
                    receipt = tx.receipt();
                }
                if (rollBack) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
            }
            if (!rollBack) {
                committed.addAll(intents);
                outbox.committed(receipt);
            }
        }
        return null;
    }

    private void writeAll(Outbox... nodes) throws Exception {
        List<Future<Void>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            Callable<Void> body = () -> write(nodes[writer % nodes.length], writer);
            writers.add(threads.submit(body));
        }
        for (Future<Void> writer : writers) {
            writer.get();
        }
    }

    @Test
    void aNodeMissesNothingOfWhatAPlainCursorLoses() throws Exception {
        Forgotten cache = new Forgotten();
        AtomicBoolean stop = new AtomicBoolean();
        try (Outbox writer = Outbox.builder(database).namespace("shop").build();
                Outbox reader = node("reader", cache)) {
            Future<Set<String>> naive = threads.submit(() -> readWithPlainCursor(stop));
            writeAll(writer);
            Receipt last = commit(database, writer, tx -> tx.invalidate(tag("last")));
            assertThat(reader.await(Receipt.parse(last.token()), Wait.APPLIED_HERE, Duration.ofSeconds(30))
                            .isSatisfied())
                    .isTrue();
            eventually(() -> cache.intents.containsAll(committed));
            stop.set(true);
            Set<String> seen = naive.get();

            assertThat(cache.flushes).containsExactly("start");
            assertThat(missed(cache)).isEmpty();
            long lost = committed.stream()
                    .filter(intent -> !seen.contains(intent.target()))
                    .count();
            if (kind != Databases.SQLITE) {
                assertThat(lost).as("otherwise these writers prove nothing").isPositive();
            }
        }
    }

    private Set<String> readWithPlainCursor(AtomicBoolean stop) throws SQLException {
        Set<String> seen = new HashSet<>();
        long cursor = 0;
        boolean last;
        do {
            last = stop.get();
            try (Connection connection = database.getConnection();
                    PreparedStatement query = connection.prepareStatement(
                            "select seq, target from ob_inval where seq > ? order by seq")) {
                query.setLong(1, cursor);
                try (ResultSet row = query.executeQuery()) {
                    while (row.next()) {
                        cursor = row.getLong(1);
                        seen.add(row.getString(2));
                    }
                }
            }
        } while (!last);
        return seen;
    }

    private Set<Intent> missed(Forgotten cache) {
        Set<Intent> missed = new HashSet<>(committed);
        missed.removeAll(cache.intents);
        return missed;
    }

    @Test
    void twoNodesThatBothWriteMissNothingOfEachOther() throws Exception {
        Forgotten first = new Forgotten();
        Forgotten second = new Forgotten();
        try (Outbox one = node("one", first);
                Outbox two = node("two", second)) {
            writeAll(one, two);
            Receipt last = commit(database, one, tx -> tx.invalidate(tag("last")));

            WaitOutcome outcome =
                    two.await(Receipt.parse(last.token()), Wait.APPLIED_ON_ALL_NODES, Duration.ofSeconds(30));

            assertThat(outcome.isSatisfied()).isTrue();
            assertThat(missed(first)).isEmpty();
            assertThat(missed(second)).isEmpty();
            assertThat(first.flushes).containsExactly("start");
            assertThat(second.flushes).containsExactly("start");
        }
    }
}
