package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rows that are locked from reading to deleting, in one transaction. */
class LockedRelayTest extends RelayFixture {

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
