package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Databases that go away, workers that are late and handlers that go mad, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class TroubleTest {

    private static final RouteOptions BRIEF =
            RouteOptions.leased().lease(Duration.ofMillis(300)).workers(1);

    @Parameter
    Databases kind;

    private final AtomicInteger handled = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch finish = new CountDownLatch(1);
    private TestDatabase database;
    private Cuttable way;

    @BeforeEach
    void open() {
        database = kind.open();
        way = new Cuttable(database);
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(database);
    }

    private Outbox start(OutboxBuilder builder) throws SQLException {
        Outbox outbox = builder.namespace("shop").build();
        outbox.start();
        return outbox;
    }

    private long rows() throws SQLException {
        return database.number("select count(*) from ob_event");
    }

    private void stall(Row row, Batch batch) throws InterruptedException {
        handled.incrementAndGet();
        begun.countDown();
        finish.await();
    }

    @Test
    void aDatabaseThatGoesAwayWhileARowIsHandedOnDoesNotHandItOnTwice() throws Exception {
        try (Outbox outbox = start(Outbox.builder(way.source()).sink("orders", Handler.of(this::stall)))) {
            commit(database, outbox, tx -> tx.emit("orders", new byte[0]));
            begun.await();
            way.cut();
            finish.countDown();
            int before = way.refused.get();
            eventually(() -> way.refused.get() > before + 2);
            assertThat(rows()).isOne();
            way.mend();

            eventually(() -> rows() == 0);
            assertThat(handled).hasValue(1);
            commit(database, outbox, tx -> tx.emit("orders", new byte[0]));
            eventually(() -> handled.get() == 2);
        }
    }

    @Test
    void aWorkerThatComesBackAfterItsLeaseIsFenced() throws Exception {
        AtomicInteger elsewhere = new AtomicInteger();
        try (Outbox late = start(Outbox.builder(way.source()).sink("orders", Handler.of(this::stall), BRIEF))) {
            commit(database, late, tx -> tx.emit("orders", new byte[0]));
            begun.await();
            way.cut();
            try (Outbox other = start(Outbox.builder(database)
                    .sink("orders", Handler.of((row, batch) -> elsewhere.set((int) row.fence())), BRIEF))) {
                eventually(() -> rows() == 0);
                // Counted after the commit that makes the row ready, so the row may be gone before that.
                eventually(() -> other.counters("orders").leaseLost()
                                + late.counters("orders").leaseLost()
                        == 1);
            }
            finish.countDown();
            way.mend();

            eventually(() -> late.counters("orders").fenced() == 1);
            assertThat(elsewhere).hasValue(2);
            assertThat(rows()).isZero();
        }
    }

    @Test
    void anErrorOfAnyKindIsOneRowsFailure() throws Exception {
        Handler mad = (row, batch) -> {
            if (row.key().equals("bad")) {
                throw row.attempt() == 1 ? new StackOverflowError() : new OutOfMemoryError("pretended");
            }
            Thread.currentThread().interrupt();
            handled.incrementAndGet();
        };
        Retry twice =
                Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(2)).maxAttempts(2);
        try (Outbox outbox = start(Outbox.builder(database)
                .sink("orders", Handler.of(mad), RouteOptions.leased().workers(1))
                .retry(twice))) {
            commit(database, outbox, tx -> {
                tx.emit("orders", "bad", new byte[0]);
                tx.emit("orders", "good", new byte[0]);
            });
            eventually(
                    () -> handled.get() == 1 && database.number("select count(*) from ob_event where state = 3") == 1);
            commit(database, outbox, tx -> tx.emit("orders", "good", new byte[0]));

            eventually(() -> handled.get() == 2);
        }
    }

    @Test
    void aHandlerThatHangsDoesNotKeepTheOutboxOpen() throws Exception {
        Outbox outbox = start(Outbox.builder(database)
                .sink("orders", Handler.of(this::stall), RouteOptions.leased())
                .stopWithin(Duration.ofMillis(50)));
        commit(database, outbox, tx -> tx.emit("orders", new byte[0]));
        begun.await();

        outbox.close();

        // The interrupt ended the wait, so the row was given back untried.
        eventually(() -> database.number("select count(*) from ob_event where state = 0 and attempts = 0") == 1);
    }
}
