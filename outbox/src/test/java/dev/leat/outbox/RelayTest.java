package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.spi.Sink;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rows on their way to a handler: handed on once, tried again, or given up. */
class RelayTest extends RelayFixture {

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
}
