package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows on their way to a handler, with running workers, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class RelayTest {

    private static final Retry SOON =
            Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(5)).maxAttempts(3);

    @Parameter
    Databases kind;

    private final List<Outbox> opened = new ArrayList<>();
    private final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
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

    private Outbox start(OutboxBuilder builder) throws SQLException {
        Outbox outbox = builder.namespace("shop").build();
        opened.add(outbox);
        outbox.start();
        return outbox;
    }

    private Outbox start(Handler handler, RouteOptions options) throws SQLException {
        return start(Outbox.builder(database)
                .sink("orders", Handler.of(handler), options)
                .retry(SOON));
    }

    private void see(Row row, Batch batch) {
        seen.computeIfAbsent(new String(row.payload(), UTF_8), any -> new AtomicInteger())
                .incrementAndGet();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private long count(String condition) throws SQLException {
        return database.number("select count(*) from ob_event where " + condition);
    }

    @Test
    void aCommittedRowIsHandedOnOnceAndIsGone() throws Exception {
        List<Row> rows = Collections.synchronizedList(new ArrayList<>());
        Outbox outbox = start((row, batch) -> rows.add(row), RouteOptions.leased());

        Receipt receipt = commit(
                database,
                outbox,
                tx -> tx.emit("orders", "order-7", bytes("hello"))
                        .header("ct", "a b&c=d")
                        .trace("00-1-2-01"));

        eventually(() -> count("1 = 1") == 0);
        assertThat(rows).hasSize(1);
        Row row = rows.get(0);
        assertThat(row.payload()).isEqualTo(bytes("hello"));
        assertThat(row.headers()).isEqualTo(Map.of("ct", "a b&c=d"));
        assertThat(row.key()).isEqualTo("order-7");
        assertThat(row.trace()).isEqualTo("00-1-2-01");
        assertThat(row.commitRef()).isEqualTo(receipt.commitRef());
        assertThat(row.attempt()).isOne();
    }

    @Test
    void fourWorkersAndTwoWritersLoseAndDoubleNothing() throws Exception {
        Outbox first = start(this::see, RouteOptions.leased().batch(50));
        Outbox second = start(this::see, RouteOptions.leased().batch(50));
        ExecutorService writers = Executors.newFixedThreadPool(2);
        Future<?> one = writers.submit(() -> writeMany(first, "a"));
        Future<?> two = writers.submit(() -> writeMany(second, "b"));
        one.get();
        two.get();
        writers.shutdown();

        eventually(() -> count("1 = 1") == 0);
        assertThat(seen)
                .hasSize(2000)
                .allSatisfy((payload, times) -> assertThat(times).hasValue(1));
    }

    private int writeMany(Outbox outbox, String name) throws SQLException {
        int written = 0;
        for (int i = 0; i < 200; i++) {
            written += commit(database, outbox, tx -> {
                        for (int j = 0; j < 5; j++) {
                            tx.emit("orders", bytes(name + "-" + System.nanoTime() + "-" + j + "-" + Math.random()));
                        }
                    })
                    .events();
        }
        return written;
    }

    @Test
    void aFailedRowIsTriedAgainAndTheOthersAreNotKeptWaiting() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        Outbox outbox = start(
                (row, batch) -> {
                    if (row.key().equals("bad") && row.attempt() < 3) {
                        failures.incrementAndGet();
                        throw new IllegalStateException("not yet");
                    }
                    see(row, batch);
                },
                RouteOptions.leased().workers(1));

        commit(database, outbox, tx -> {
            tx.emit("orders", "good", bytes("1"));
            tx.emit("orders", "bad", bytes("2"));
            tx.emit("orders", "good", bytes("3"));
        });

        eventually(() -> count("1 = 1") == 0);
        assertThat(failures).hasValue(2);
        assertThat(seen)
                .hasSize(3)
                .allSatisfy((payload, times) -> assertThat(times).hasValue(1));
    }

    @Test
    void aRowThatFailsTooOftenIsDead() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Outbox outbox = start(
                (row, batch) -> {
                    attempts.incrementAndGet();
                    throw new IllegalStateException("never \0 works");
                },
                RouteOptions.leased());

        commit(database, outbox, tx -> tx.emit("orders", bytes("1")));

        eventually(() -> count("state = 3") == 1);
        assertThat(attempts).hasValue(3);
        assertThat(database.text("select last_error from ob_event"))
                .isEqualTo("java.lang.IllegalStateException: never   works");
    }

    @Test
    void anErrorThatNoRetryMendsIsDeadAtOnce() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Handler handler = (row, batch) -> {
            attempts.incrementAndGet();
            throw new RuntimeException("wrapped", new NumberFormatException("x"));
        };
        Outbox outbox = start(Outbox.builder(database)
                .sink("orders", Handler.of(handler))
                .retry(SOON.never(NumberFormatException.class)));

        commit(database, outbox, tx -> tx.emit("orders", bytes("1")));

        eventually(() -> count("state = 3") == 1);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void anUndecodableRowIsDeadAndBlocksNobody() throws Exception {
        database.execute("insert into ob_event(ns, route, headers) values ('shop', 'orders', 'a=%zz')");
        database.execute("insert into ob_event(ns, route, headers) values ('shop', 'orders', 'leat-codec=rot13')");
        Outbox outbox = start(this::see, RouteOptions.leased());
        commit(database, outbox, tx -> tx.emit("orders", bytes("good")));

        eventually(() -> seen.containsKey("good") && count("state <> 3") == 0);
        assertThat(count("state = 3 and last_error like 'undecodable%'")).isEqualTo(2);
    }

    @Test
    void rowsOfHandMadeSqlAreHandedOnByPolling() throws Exception {
        start(this::see, RouteOptions.leased());
        database.execute("insert into ob_event(ns, route) values ('shop', 'orders')");

        eventually(() -> seen.containsKey(""));
    }

    @Test
    void aLongHandOffKeepsItsLease() throws Exception {
        CountDownLatch finish = new CountDownLatch(1);
        RouteOptions brief = RouteOptions.leased().lease(Duration.ofSeconds(3));
        Handler slow = (row, batch) -> {
            see(row, batch);
            finish.await();
        };
        Outbox outbox = start(slow, brief);
        start(slow, brief);
        commit(database, outbox, tx -> tx.emit("orders", bytes("slow")));
        eventually(() -> seen.containsKey("slow"));
        String lease = database.text("select lease_until from ob_event");
        // Two renewals later a lease that nobody had renewed would have been reaped.
        eventually(() -> !lease.equals(database.text("select lease_until from ob_event")));
        String next = database.text("select lease_until from ob_event");
        eventually(() -> !next.equals(database.text("select lease_until from ob_event")));
        finish.countDown();

        eventually(() -> count("1 = 1") == 0);
        assertThat(seen.get("slow")).hasValue(1);
    }

    @Test
    void rowsOfADeadProcessAreHandedOnByOthers() throws Exception {
        Outbox writer = Outbox.builder(database).namespace("shop").build();
        commit(database, writer, tx -> tx.emit("orders", bytes("orphan")));
        database.execute("update ob_event set state = 1, attempts = 1, owner = 'gone', lease_until = created_at");

        start(this::see, RouteOptions.leased());

        eventually(() -> seen.containsKey("orphan") && count("1 = 1") == 0);
    }

    @Test
    void closingFinishesTheRowInHandAndGivesBackTheRest() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        Outbox outbox = start(
                (row, batch) -> {
                    begun.countDown();
                    finish.await();
                    see(row, batch);
                },
                RouteOptions.leased().workers(1));
        commit(database, outbox, tx -> {
            for (int i = 0; i < 10; i++) {
                tx.emit("orders", bytes("row-" + i));
            }
        });
        begun.await();
        Thread closing = new Thread(outbox::close);
        closing.start();
        eventually(
                () -> closing.getState() == Thread.State.TIMED_WAITING || closing.getState() == Thread.State.WAITING);
        finish.countDown();
        closing.join();

        assertThat(seen).hasSize(1);
        assertThat(count("state = 0 and attempts = 0")).isEqualTo(9);
        assertThat(count("1 = 1")).isEqualTo(9);
    }

    @Test
    void handlersRunOnVirtualThreadsWhereThereAreAny() throws Exception {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        Outbox outbox = start((row, batch) -> threads.add(Thread.currentThread()), RouteOptions.leased());
        commit(database, outbox, tx -> tx.emit("orders", bytes("1")));
        eventually(() -> !threads.isEmpty());

        // SQLite's driver would block the threads below, so there they are plain ones.
        boolean virtual = Runtime.version().feature() >= 21 && kind != Databases.SQLITE;
        assertThat(threads.get(0).getClass().getSimpleName()).isEqualTo(virtual ? "VirtualThread" : "Thread");
    }

    @Test
    void keptRowsStayAndAreNotHandedOnAgain() throws Exception {
        Outbox outbox = start(this::see, RouteOptions.leased().keepDone(Duration.ofHours(1)));
        commit(database, outbox, tx -> tx.emit("orders", bytes("1")).dedupe("d"));
        eventually(() -> count("state = 2") == 1);

        assertThat(commit(database, outbox, tx -> tx.emit("orders", bytes("1")).dedupe("d"))
                        .events())
                .isZero();
        assertThat(seen.get("1")).hasValue(1);
    }

    @Test
    void keptRowsArePurgedInTime() throws Exception {
        Outbox outbox = start(
                this::see, RouteOptions.leased().keepDone(Duration.ofMillis(1)).lease(Duration.ofMillis(100)));
        commit(database, outbox, tx -> tx.emit("orders", bytes("1")));

        eventually(() -> seen.containsKey("1") && count("1 = 1") == 0);
    }

    @Test
    void aSinkThatThrowsFailsTheWholeBatch() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Sink sink = new Sink() {
            @Override
            public Guarantee guarantee() {
                return Guarantee.AT_LEAST_ONCE;
            }

            @Override
            public void handOff(Batch batch) throws Exception {
                if (calls.incrementAndGet() == 1) {
                    throw new java.io.IOException("away");
                }
                batch.rows().forEach(row -> see(row, batch));
            }
        };
        Outbox outbox = start(Outbox.builder(database).sink("orders", sink).retry(SOON));
        commit(database, outbox, tx -> {
            tx.emit("orders", bytes("1"));
            tx.emit("orders", bytes("2"));
        });

        eventually(() -> count("1 = 1") == 0);
        assertThat(seen).hasSize(2);
        assertThat(calls.get()).isGreaterThan(1);
    }

    @Test
    void inLockedModeWhatTheHandlerWritesIsCommittedWithTheRow() throws Exception {
        database.execute("create table copy (id varchar(64) primary key)");
        Handler copy = (row, batch) -> {
            insert(batch.connection(), new String(row.payload(), UTF_8));
            if (row.key() != null && row.attempt() < 3) {
                throw new IllegalStateException("not yet");
            }
        };
        Sink sink = Handler.inSameDatabase(copy);
        Outbox outbox = start(Outbox.builder(database)
                .sink("orders", sink, RouteOptions.locked().batch(10))
                .retry(SOON));
        start(Outbox.builder(database)
                .sink("orders", sink, RouteOptions.locked().batch(10))
                .retry(SOON));
        for (int i = 0; i < 30; i++) {
            int n = i;
            commit(database, outbox, tx -> tx.emit("orders", n % 10 == 5 ? "bad" : null, bytes("row-" + n)));
        }

        eventually(() -> count("1 = 1") == 0);
        assertThat(database.number("select count(*) from copy")).isEqualTo(30);
    }

    private static void insert(Connection connection, String id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into copy (id) values (?)")) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
    }

    @Test
    void inLockedModeARowThatBreaksTheTransactionDiesAlone() throws Exception {
        database.execute("create table copy (id varchar(64) primary key)");
        database.execute("insert into copy (id) values ('row-3')");
        Handler copy = (row, batch) -> insert(batch.connection(), new String(row.payload(), UTF_8));
        Outbox outbox = start(Outbox.builder(database)
                .sink("orders", Handler.inSameDatabase(copy), RouteOptions.locked())
                .retry(SOON));
        commit(database, outbox, tx -> {
            for (int i = 0; i < 10; i++) {
                tx.emit("orders", bytes("row-" + i));
            }
        });

        eventually(() -> count("state <> 3") == 0);
        assertThat(count("state = 3 and attempts = 3")).isOne();
        assertThat(database.number("select count(*) from copy")).isEqualTo(10);
    }

    @Test
    void inLockedModeAHandlerElsewhereFailsItsRowsOnly() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        Outbox outbox = start(
                (row, batch) -> {
                    if (row.attempt() == 1 && row.key() != null) {
                        failures.incrementAndGet();
                        throw new IllegalStateException("not yet");
                    }
                    see(row, batch);
                },
                RouteOptions.locked());
        commit(database, outbox, tx -> {
            tx.emit("orders", bytes("1"));
            tx.emit("orders", "bad", bytes("2"));
            tx.emit("orders", bytes("3"));
        });

        eventually(() -> count("1 = 1") == 0);
        assertThat(failures).hasValue(1);
        assertThat(seen)
                .hasSize(3)
                .allSatisfy((payload, times) -> assertThat(times).hasValue(1));
    }
}
