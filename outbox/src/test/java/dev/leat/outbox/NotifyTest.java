package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static dev.leat.outbox.Intent.entity;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.spi.RouteOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Nodes of one PostgreSQL wake each other, and do without that while they cannot. */
class NotifyTest {

    private static final String LISTENING =
            "from pg_stat_activity where datname = current_database() and query = 'listen leat_outbox'";

    private final RecordingCache there = new RecordingCache();
    private TestDatabase database;
    private Outbox writer;
    private Outbox other;

    @BeforeEach
    void open() throws Exception {
        database = Databases.POSTGRESQL.open();
        writer = Outbox.builder(database).namespace("shop").build();
        other = Outbox.builder(database).namespace("shop").cache(there).build();
        other.start();
        eventually(() ->
                there.flushes.contains("start") && other.invalidationStatus().listening());
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(other, writer, database);
    }

    private long notified() {
        return other.invalidationStatus().wakeups().get("notify");
    }

    private void invalidate(int id) throws SQLException {
        commit(database, writer, tx -> tx.invalidate(entity("user", id)));
    }

    @Test
    void aCommitWakesTheTailOfAnotherNode() throws Exception {
        long before = notified();

        invalidate(1);

        eventually(() -> notified() > before);
        eventually(() -> there.applied.contains(entity("user", 1)));
    }

    @Test
    void aCommitWakesTheRelayOfAnotherNode() throws Exception {
        try (Outbox worker = Outbox.builder(database)
                .namespace("shop")
                .sink("mail", Handler.of((row, batch) -> {}))
                .build()) {
            worker.start();
            eventually(() -> worker.invalidationStatus().listening());
            long before = worker.counters("mail").wokenByNotify();

            commit(database, writer, tx -> tx.emit("mail", "{}".getBytes(UTF_8)));

            eventually(() -> worker.counters("mail").wokenByNotify() > before);
            eventually(() -> worker.counters("mail").done() == 1);
        }
    }

    @Test
    void whatIsSaidToOthersWakesNobody() throws Exception {
        long before = notified();
        try (Outbox elsewhere = Outbox.builder(database).namespace("elsewhere").build()) {
            commit(database, elsewhere, tx -> tx.invalidate(entity("user", 1)));
        }
        database.execute("select pg_notify('leat_outbox', 'nonsense')");

        invalidate(2);

        // Notifications arrive in the order in which they were sent.
        eventually(() -> there.applied.contains(entity("user", 2)) && notified() > before);
        assertThat(notified()).isEqualTo(before + 1);
    }

    /** What is said is in order: an invalidation after the event is the first that is heard. */
    @Test
    void othersAreNotToldOfRowsThatOnlyThisNodeMayHandOn() throws Exception {
        try (Outbox owner = Outbox.builder(database)
                        .namespace("shop")
                        .node("owner")
                        .sink("mail", Handler.of((row, batch) -> {}), RouteOptions.ordered())
                        .build();
                Connection listening = database.getConnection();
                Statement listen = listening.createStatement()) {
            owner.start();
            eventually(() -> database.number("select count(*) from ob_shard where owner = 'owner'") == 32);
            listen.execute("listen leat_outbox");

            commit(database, owner, tx -> tx.emit("mail", "k", "{}".getBytes(UTF_8)));
            eventually(() -> owner.counters("mail").done() == 1);
            commit(database, owner, tx -> tx.invalidate(entity("user", 1)));

            PGNotification[] heard = listening.unwrap(PGConnection.class).getNotifications(60_000);
            assertThat(heard).isNotEmpty();
            assertThat(heard[0].getParameter()).startsWith("I ");
            listen.execute("unlisten *");
        }
    }

    @Test
    void manyCommitsAreFewNotifications() throws Exception {
        long before = notified();
        long start = System.nanoTime();
        for (int i = 0; i < 500; i++) {
            invalidate(i);
        }
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();

        eventually(() -> there.applied.contains(entity("user", 499)));
        assertThat(notified() - before).isBetween(1L, millis / 5 + 2);
    }

    @Test
    void aListenerThatIsKilledComesBackAndNothingIsMissed() throws Exception {
        for (int round = 0; round < 3; round++) {
            int first = round * 100;
            long pid = database.number("select pid " + LISTENING);
            database.execute("select pg_terminate_backend(" + pid + ")");
            for (int i = first; i < first + 100; i++) {
                invalidate(i);
            }
            eventually(() -> database.number("select count(*) " + LISTENING + " and pid <> " + pid) == 1);
            eventually(() -> other.invalidationStatus().listening());
            long before = notified();

            invalidate(first + 100);

            eventually(() -> notified() > before);
            for (int i = first; i <= first + 100; i++) {
                Intent intent = entity("user", i);
                eventually(() -> there.applied.contains(intent));
            }
        }
        assertThat(there.flushes).containsExactly("start");
    }

    @Test
    void aNodeThatDoesNotListenPolls() throws Exception {
        RecordingCache cache = new RecordingCache();
        try (Outbox polling = Outbox.builder(database)
                .namespace("shop")
                .cache(cache)
                .withoutListening()
                .build()) {
            polling.start();
            eventually(() -> cache.flushes.contains("start"));

            invalidate(1);

            eventually(() -> cache.applied.contains(entity("user", 1)));
            assertThat(polling.invalidationStatus().wakeups()).containsEntry("notify", 0L);
        }
    }

    @Test
    void aConnectionThatWasListenedOnIsGivenBackSilent() throws Exception {
        long pid = database.number("select pid " + LISTENING);
        other.close();

        for (int i = 0; i < 20; i++) {
            try (Connection connection = database.getConnection();
                    var statement = connection.createStatement();
                    var channels = statement.executeQuery("select pg_listening_channels()")) {
                assertThat(channels.next()).isFalse();
            }
        }
        assertThat(database.number("select count(*) from pg_stat_activity where pid = " + pid))
                .isOne();
    }
}
