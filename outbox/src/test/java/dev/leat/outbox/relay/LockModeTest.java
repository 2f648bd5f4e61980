package dev.leat.outbox.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Handler;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.spi.Sink;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import dev.leat.outbox.sql.EventRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Locked rows turn by turn, in processes that end while a sink has them, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class LockModeTest {

    private static final long LEASE = 60_000;

    @Parameter
    Databases kind;

    private final List<String> given = new ArrayList<>();
    private TestDatabase test;
    private Database database;
    private EventRows events;

    @BeforeEach
    void open() throws SQLException {
        test = kind.open();
        test.execute("create table copy (id varchar(64) primary key)");
        try (Connection connection = test.getConnection()) {
            database = new Database(test, Dialect.of(connection));
        }
        events = new EventRows(database.dialect(), "shop", "orders");
    }

    @AfterEach
    void close() {
        if (test != null) {
            test.close();
        }
    }

    /** One process: copies what it gets, and ends when it gets a killer: its connection breaks, and nothing more comes of it. */
    private LockMode process() {
        return process(new Sink() {
            @Override
            public Guarantee guarantee() {
                return Guarantee.SAME_DATABASE;
            }

            @Override
            public void handOff(Batch batch) throws SQLException {
                for (Row row : batch.rows()) {
                    String payload = new String(row.payload(), UTF_8);
                    given.add(payload);
                    insert(batch.connection(), payload);
                    if (payload.equals("killer")) {
                        batch.connection().close();
                        return;
                    } else if (payload.equals("bad")) {
                        batch.fail(row, new IllegalStateException("bad row"));
                    }
                }
            }
        });
    }

    private LockMode process(Sink sink) {
        RelayRoute route = new RelayRoute(
                "shop",
                "orders",
                "node",
                1,
                database,
                sink,
                RouteOptions.locked(),
                Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1)).maxAttempts(3),
                null,
                new RouteMeter(),
                commits -> {});
        return new LockMode(route, events, new Leases(database, events, LEASE));
    }

    private static void insert(Connection connection, String id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into copy (id) values (?)")) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
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

    /** What upkeep does when the lease of a process that is gone has run out. Some databases count milliseconds: one has to pass. */
    private void reap() throws SQLException {
        test.execute("update ob_event set lease_until = created_at where state = 1");
        while (rows("state = 1") > 0) {
            database.transaction(connection -> events.reap(connection, 3));
        }
    }

    private long rows(String condition) throws SQLException {
        return test.number("select count(*) from ob_event where " + condition);
    }

    @Test
    void aRowThatEndsEveryProcessIsDeadAfterItsAttemptsAndItsNeighboursAreNot() throws SQLException {
        emit("a", "killer", "c");
        for (int lives = 0; rows("state = 0") > 0 && lives < 10; lives++) {
            LockMode process = process();
            try {
                while (process.take(() -> false) > 0) {
                    // until it ends, or has nothing left to do
                }
            } catch (SQLException e) {
                reap();
            }
        }

        assertThat(given).filteredOn("killer"::equals).hasSize(3);
        assertThat(rows("1 = 1")).isOne();
        assertThat(rows("state = 3 and attempts = 3")).isOne();
        assertThat(test.number("select count(*) from copy where id in ('a', 'c')"))
                .isEqualTo(2);
        assertThat(test.number("select count(*) from copy")).isEqualTo(2);
    }

    @Test
    void rowsThatCameLaterNeedNoClaim() throws SQLException {
        LockMode process = process();
        process.take(() -> false);
        emit("killer");

        assertThatThrownBy(() -> process.take(() -> false)).isInstanceOf(SQLException.class);
        assertThat(rows("state = 0 and attempts = 0")).as("ready at once").isOne();
    }

    @Test
    void whatAClaimedRowWroteIsUndoneWithItsFailure() throws SQLException {
        emit("a", "bad", "c");
        LockMode process = process();

        process.take(() -> false);

        assertThat(test.number("select count(*) from copy")).isZero();
        assertThat(rows("state = 0 and attempts = 1 and last_error like '%bad row%'"))
                .isOne();
        assertThat(rows("state = 0 and attempts = 0")).isEqualTo(2);
    }

    @Test
    void whatALateProcessWroteIsUndone() throws SQLException {
        emit("a");
        LockMode late = process(Handler.inSameDatabase((row, batch) -> {
            insert(batch.connection(), "late");
            try (Statement statement = batch.connection().createStatement()) {
                statement.executeUpdate("update ob_event set state = 0, claim_id = null"); // as whoever reaps it
            }
        }));

        late.take(() -> false);

        assertThat(test.number("select count(*) from copy")).isZero();
        assertThat(rows("state = 0")).isOne();
    }
}
