package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.RouteOptions.OnDead;
import dev.leat.outbox.spi.RouteOptions.Ordering;
import dev.leat.outbox.spi.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows on their way to a handler in the order of their keys, with shard leases, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class ShardRelayTest {

    private static final Retry SOON =
            Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(5)).maxAttempts(3);
    private static final RouteOptions ORDERED = RouteOptions.ordered().batch(50).lease(Duration.ofMillis(600));

    @Parameter
    Databases kind;

    private final List<Outbox> opened = new ArrayList<>();
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private TestDatabase database;

    @BeforeEach
    void open() {
        database = kind.open();
    }

    @AfterEach
    void close() throws Exception {
        opened.forEach(Outbox::close);
        Fixture.close(database);
    }

    private Outbox start(String node, Handler handler, RouteOptions options) throws SQLException {
        Outbox outbox = Outbox.builder(database)
                .namespace("shop")
                .node(node)
                .sink("orders", Handler.of(handler), options)
                .retry(SOON)
                .build();
        opened.add(outbox);
        outbox.start();
        return outbox;
    }

    private void see(Row row, Batch batch) {
        seen.add(new String(row.payload(), UTF_8));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private long rows(String condition) throws SQLException {
        return database.number("select count(*) from ob_event where " + condition);
    }

    private long shardsOf(String node) throws SQLException {
        return database.number("select count(*) from ob_shard where owner = '" + node + "'");
    }

    private void emit(Outbox outbox, String key, String... payloads) throws SQLException {
        for (String payload : payloads) {
            commit(database, outbox, tx -> tx.emit("orders", key, bytes(payload)));
        }
    }

    private List<String> seenOf(String prefix) {
        synchronized (seen) {
            return seen.stream().filter(text -> text.startsWith(prefix)).toList();
        }
    }

    @Test
    void twoNodesAndTwoWritersLoseAndDoubleNothingAndKeepTheOrderOfEachKey() throws Exception {
        Outbox first = start("first", this::see, ORDERED);
        Outbox second = start("second", this::see, ORDERED);
        ExecutorService writers = Executors.newFixedThreadPool(2);
        Future<?> one = writers.submit(() -> writeMany(first, "a"));
        Future<?> two = writers.submit(() -> writeMany(second, "b"));
        one.get();
        two.get();
        writers.shutdown();

        eventually(() -> rows("1 = 1") == 0);
        assertThat(seen).hasSize(1600).doesNotHaveDuplicates();
        for (String writer : List.of("a", "b")) {
            for (int key = 0; key < 20; key++) {
                List<Integer> numbers = seenOf(writer + key + "/").stream()
                        .map(text -> Integer.valueOf(text.substring(text.indexOf('/') + 1)))
                        .toList();
                assertThat(numbers).hasSize(40).isSorted();
            }
        }
    }

    private Void writeMany(Outbox outbox, String writer) throws SQLException {
        for (int round = 0; round < 40; round++) {
            int number = round;
            commit(database, outbox, tx -> {
                for (int key = 0; key < 20; key++) {
                    tx.emit("orders", writer + key, bytes(writer + key + "/" + number));
                }
            });
        }
        return null;
    }

    @Test
    void aFailingRowHoldsUpItsKeyAndNoOther() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        Outbox outbox = start(
                "n",
                (row, batch) -> {
                    if (broken.get() && new String(row.payload(), UTF_8).equals("k1")) {
                        throw new IllegalStateException("not now");
                    }
                    see(row, batch);
                },
                ORDERED);
        // One transaction, so that one batch has all of them.
        commit(database, outbox, tx -> {
            tx.emit("orders", "k", bytes("k1"));
            tx.emit("orders", "k", bytes("k2"));
            tx.emit("orders", "k", bytes("k3"));
            for (int i = 0; i < 40; i++) {
                tx.emit("orders", "other" + i, bytes("o" + i));
            }
        });

        eventually(() -> seenOf("o").size() == 40 && rows("state = 3") == 1);
        assertThat(seenOf("k")).isEmpty();
        assertThat(database.text("select last_error from ob_event where state = 3"))
                .contains("not now");
        assertThat(rows("okey = 'k'")).isEqualTo(3);

        broken.set(false);
        database.execute("update ob_event set state = 0, attempts = 0 where state = 3");
        eventually(() -> rows("1 = 1") == 0);
        assertThat(seenOf("k")).containsExactly("k1", "k2", "k3");
    }

    @Test
    void aDeadRowCanBeLeftBehind() throws Exception {
        Outbox outbox = start(
                "n",
                (row, batch) -> {
                    if (new String(row.payload(), UTF_8).equals("k1")) {
                        throw new IllegalStateException("never");
                    }
                    see(row, batch);
                },
                ORDERED.onDead(OnDead.SKIP));

        emit(outbox, "k", "k1", "k2", "k3");

        eventually(() -> seenOf("k").size() == 2);
        assertThat(seen).containsExactly("k2", "k3");
        assertThat(rows("state = 3")).isOne();
    }

    @Test
    void aRowThatIsNotDueHoldsUpLaterRowsOfItsKey() throws Exception {
        Outbox outbox = start("n", this::see, ORDERED);
        commit(database, outbox, tx -> tx.emit("orders", "k", bytes("k1")).delay(Duration.ofHours(1)));
        emit(outbox, "k", "k2");
        emit(outbox, "other", "o");

        eventually(() -> seen.contains("o"));
        // The row before has been through the same shard lease by now only if it is the same shard; a second look makes
        // sure.
        emit(outbox, "k", "k3");
        emit(outbox, "other", "p");
        eventually(() -> seen.contains("p"));
        assertThat(seenOf("k")).isEmpty();

        database.execute("update ob_event set due_at = created_at where okey = 'k'");
        eventually(() -> rows("1 = 1") == 0);
        assertThat(seenOf("k")).containsExactly("k1", "k2", "k3");
    }

    @Test
    void withoutAnOrderARowThatIsNotDueHoldsUpNobody() throws Exception {
        Outbox outbox = start("n", this::see, ORDERED.ordering(Ordering.NONE));
        commit(database, outbox, tx -> tx.emit("orders", "k", bytes("k1")).delay(Duration.ofHours(1)));
        emit(outbox, "k", "k2");

        eventually(() -> seen.contains("k2") && rows("1 = 1") == 1);
    }

    @Test
    void aRowThatIsCommittedAfterAHigherOneIsNotLost() throws Exception {
        assumeTrue(kind != Databases.SQLITE, "one writer at a time");
        Outbox outbox = start("n", this::see, ORDERED);
        try (Connection late = database.getConnection()) {
            late.setAutoCommit(false);
            try (OutboxTx tx = outbox.in(late)) {
                tx.emit("orders", "k", bytes("late"));
            }
            emit(outbox, "k", "early");
            eventually(() -> seen.contains("early") && rows("1 = 1") == 0);
            late.commit();
        }

        eventually(() -> rows("1 = 1") == 0 && seen.size() == 2);
        assertThat(seen).containsExactly("early", "late");
    }

    @Test
    void withStrictKeysTransactionsThatOverlapAreInTheOrderOfTheirCommits() throws Exception {
        Outbox outbox = start("n", this::see, ORDERED.ordering(Ordering.KEY_STRICT));
        AtomicInteger commits = new AtomicInteger();
        ExecutorService writers = Executors.newFixedThreadPool(4);
        List<Future<?>> writing = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            writing.add(writers.submit(() -> writeStrictly(outbox, commits)));
        }
        for (Future<?> each : writing) {
            each.get();
        }
        writers.shutdown();

        eventually(() -> rows("1 = 1") == 0);
        assertThat(seenOf("commit-").stream().map(text -> Integer.valueOf(text.substring(7))))
                .hasSize(60)
                .isSorted();
    }

    private Void writeStrictly(Outbox outbox, AtomicInteger commits) throws SQLException {
        for (int i = 0; i < 15; i++) {
            commit(database, outbox, tx -> {
                tx.emit("orders", "k", bytes("begin"));
                tx.flush();
                // From here on this transaction has the key, so the next number is that of its commit.
                tx.emit("orders", "k", bytes("commit-" + commits.incrementAndGet()));
            });
        }
        return null;
    }

    @Test
    void nodesShareTheShardsAndTakeOverFromThoseThatLeave() throws Exception {
        Outbox first = start("first", this::see, ORDERED);
        eventually(() -> shardsOf("first") == 32);
        Outbox second = start("second", this::see, ORDERED);
        eventually(() -> shardsOf("first") == 16 && shardsOf("second") == 16);
        start("third", this::see, ORDERED);
        eventually(() -> shardsOf("third") >= 10 && shardsOf("first") <= 11 && shardsOf("second") <= 11);

        first.close();
        assertThat(shardsOf("first")).isZero();
        eventually(() -> shardsOf("second") == 16 && shardsOf("third") == 16);
        second.close();
        eventually(() -> shardsOf("third") == 32);
        assertThat(database.number("select count(*) from ob_member")).isOne();
    }

    @Test
    void aNodeThatIsSilentLosesItsShardsWhenItsLeaseIsOver() throws Exception {
        Outbox outbox = start("n", this::see, ORDERED);
        eventually(() -> shardsOf("n") == 32);
        outbox.close();
        opened.clear();
        database.execute("update ob_shard set owner = 'gone', fence = fence + 1, lease_until = " + later(800));

        Outbox heir = start("heir", this::see, ORDERED);
        emit(heir, "k", "k1");

        eventually(() -> seen.contains("k1"));
        eventually(() -> database.number("select min(fence) from ob_shard") == 3);
    }

    private String later(int millis) {
        return switch (kind) {
            case POSTGRESQL -> "now() + interval '" + millis + " milliseconds'";
            case MARIADB -> "timestampadd(microsecond, " + millis + "000, utc_timestamp(6))";
            case SQLITE -> "cast(unixepoch('subsec') * 1000 as integer) + " + millis;
            case H2 -> "dateadd(millisecond, " + millis + ", current_timestamp(6))";
        };
    }

    @Test
    void whatASinkIsAtWhenTheOutboxClosesIsFinishedAndTheRestIsForOthers() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Outbox closing = start(
                "closing",
                (row, batch) -> {
                    see(row, batch);
                    begun.countDown();
                    go.await();
                },
                ORDERED.workers(1));
        commit(database, closing, tx -> {
            for (int i = 0; i < 10; i++) {
                tx.emit("orders", "k", bytes("k" + i));
            }
        });
        begun.await();
        Thread end = new Thread(closing::close);
        end.start();
        eventually(() -> end.getState() != Thread.State.RUNNABLE && end.getState() != Thread.State.NEW);
        go.countDown();
        end.join();

        assertThat(database.number("select count(*) from ob_shard where owner is not null or manifest is not null"))
                .isZero();
        start("next", this::see, ORDERED);
        eventually(() -> rows("1 = 1") == 0);
        assertThat(seen).containsExactly("k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9");
    }

    @Test
    void anUndecodableRowIsDeadAndHoldsUpItsKeyOnly() throws Exception {
        start("n", this::see, ORDERED);
        eventually(() -> shardsOf("n") == 32);
        database.execute(
                "insert into ob_event (ns, route, shard, okey, headers) values ('shop', 'orders', 3, 'k', 'nonsense')");
        database.execute("insert into ob_event (ns, route, shard, okey) values ('shop', 'orders', 3, 'k')");
        database.execute("insert into ob_event (ns, route, shard, okey) values ('shop', 'orders', 3, 'other')");

        eventually(() -> rows("state = 3") == 1 && rows("okey = 'other'") == 0);
        assertThat(database.text("select last_error from ob_event where state = 3"))
                .contains("undecodable");
        assertThat(rows("okey = 'k' and state = 0")).isOne();
    }

    @Test
    void rowsCanBeKept() throws Exception {
        Outbox outbox = start("n", this::see, ORDERED.keepDone(Duration.ofHours(1)));

        emit(outbox, "k", "k1", "k2");

        eventually(() -> rows("state = 2 and due_at is not null") == 2);
        assertThat(seen).containsExactly("k1", "k2");
    }

    @Test
    void aPausedRouteWaits() throws Exception {
        database.execute("insert into ob_route (ns, route, paused) values ('shop', 'orders', 1)");
        Outbox outbox = start("n", this::see, ORDERED);
        eventually(() -> shardsOf("n") == 32);
        emit(outbox, "k", "k1");
        Thread.sleep(100);
        assertThat(seen).isEmpty();

        database.execute("update ob_route set paused = 0");
        eventually(() -> seen.contains("k1"));
    }

    @Test
    void aRowKnowsItsAttemptAndTheFenceOfItsShard() throws Exception {
        Map<Integer, Long> fences = new ConcurrentHashMap<>();
        Set<Integer> attempts = ConcurrentHashMap.newKeySet();
        Outbox outbox = start(
                "n",
                (row, batch) -> {
                    attempts.add(row.attempt());
                    fences.put(row.attempt(), row.fence());
                    if (row.attempt() < 3) {
                        throw new IllegalStateException("again");
                    }
                },
                ORDERED);
        emit(outbox, "k", "k1");

        eventually(() -> rows("1 = 1") == 0);
        assertThat(attempts).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(fences.values()).containsOnly(1L);
    }
}
