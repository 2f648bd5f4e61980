package dev.leat.outbox.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import dev.leat.outbox.sql.EventRows;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Leased rows turn by turn, in processes that end while a sink has them, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class LeaseModeTest {

    private static final long LEASE = 60_000;
    private static final int ATTEMPTS = 3;

    @Parameter
    Databases kind;

    private final List<List<String>> given = new ArrayList<>();
    private TestDatabase test;
    private Dialect dialect;

    @BeforeEach
    void open() throws SQLException {
        test = kind.open();
        try (Connection connection = test.getConnection()) {
            dialect = Dialect.of(connection);
        }
    }

    @AfterEach
    void close() {
        if (test != null) {
            test.close();
        }
    }

    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** One process, which ends when it gets a killer: it never comes to its database again. */
    private LeaseMode process() {
        AtomicBoolean ended = new AtomicBoolean();
        DataSource source = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (ended.get()) {
                        throw new Ended();
                    }
                    return method.invoke(test, arguments);
                });
        Sink sink = new Sink() {
            @Override
            public Guarantee guarantee() {
                return Guarantee.AT_LEAST_ONCE;
            }

            @Override
            public void handOff(Batch batch) {
                List<String> payloads = batch.rows().stream()
                        .map(row -> new String(row.payload(), UTF_8))
                        .toList();
                given.add(payloads);
                ended.set(payloads.contains("killer"));
            }
        };
        Database database = new Database(source, dialect);
        RelayRoute route = new RelayRoute(
                "shop",
                "orders",
                "node",
                1,
                database,
                sink,
                RouteOptions.leased(),
                Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1)).maxAttempts(ATTEMPTS),
                null,
                new RouteMeter(),
                commits -> {});
        EventRows events = new EventRows(dialect, "shop", "orders");
        return new LeaseMode(route, events, new Leases(database, events, LEASE));
    }

    private void emit(String... payloads) throws SQLException {
        try (Outbox outbox = Outbox.builder(test).namespace("shop").build();
                Connection connection = test.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = outbox.in(connection)) {
                for (String payload : payloads) {
                    tx.emit("orders", payload.getBytes(UTF_8));
                }
            }
            connection.commit();
        }
    }

    /** Processes that follow each other until nothing is left to do. */
    private void live() throws Exception {
        for (int lives = 0; rows("state = 0") > 0 && lives < 10; lives++) {
            LeaseMode process = process();
            try {
                while (process.take(() -> false) > 0) {
                    // until it ends, or has nothing left to do
                }
            } catch (Ended e) {
                reap();
            }
        }
    }

    /** What upkeep does when the lease of a process that is gone has run out. Some databases count milliseconds: one has to pass. */
    private void reap() throws SQLException {
        test.execute("update ob_event set lease_until = created_at where state = 1");
        EventRows events = new EventRows(dialect, "shop", "orders");
        while (rows("state = 1") > 0) {
            new Database(test, dialect).transaction(connection -> events.reap(connection, ATTEMPTS));
        }
    }

    private long rows(String condition) throws SQLException {
        return test.number("select count(*) from ob_event where " + condition);
    }

    @Test
    void aRowThatEndsEveryProcessIsDeadAfterItsAttemptsAndItsNeighboursAreNot() throws Exception {
        emit("a", "killer", "c", "d");

        live();

        assertThat(given)
                .containsExactly(
                        List.of("a", "killer", "c", "d"),
                        List.of("a"),
                        List.of("killer"),
                        List.of("killer"),
                        List.of("c"),
                        List.of("d"));
        assertThat(rows("1 = 1")).isOne();
        assertThat(rows("state = 3 and attempts = 3 and owner is null")).isOne();
    }

    @Test
    void rowsThatWereNotThereGoTogetherAndNotBeforeThoseThatWere() throws Exception {
        emit("a", "killer");
        LeaseMode process = process();
        try {
            process.take(() -> false);
        } catch (Ended e) {
            reap();
        }
        emit("x", "y");

        live();

        assertThat(given.subList(1, given.size()))
                .containsExactly(List.of("a"), List.of("killer"), List.of("killer"), List.of("x", "y"));
    }
}
