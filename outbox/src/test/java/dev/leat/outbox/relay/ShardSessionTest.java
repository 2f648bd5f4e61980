package dev.leat.outbox.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Handler;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.relay.ShardSession.Progress;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.spi.ProducerForgottenException;
import dev.leat.outbox.spi.RefusedException;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.spi.Sink;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import dev.leat.outbox.sql.ShardLeases;
import dev.leat.outbox.sql.ShardRows;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One shard step by step, with owners that end or come too late, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class ShardSessionTest {

    private static final RouteOptions ORDERED = RouteOptions.ordered().batch(10);
    private static final Retry RETRY =
            Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1)).maxAttempts(3);
    private static final long LEASE = 60_000;

    @Parameter
    Databases kind;

    private final List<String> given = new ArrayList<>();
    private TestDatabase test;
    private Database database;
    private ShardLeases shards;

    @BeforeEach
    void open() throws SQLException {
        test = kind.open();
        try (Connection connection = test.getConnection()) {
            database = new Database(test, Dialect.of(connection));
        }
        shards = new ShardLeases(database.dialect(), "shop", "orders");
        database.single(connection -> {
            shards.create(connection, 1);
            return true;
        });
        test.execute("update ob_meta set v = '1' where k = 'shards'");
    }

    @AfterEach
    void close() {
        if (test != null) {
            test.close();
        }
    }

    private RelayRoute route(Sink sink) {
        return new RelayRoute(
                "shop", "orders", "any", 1, database, sink, ORDERED, RETRY, null, new RouteMeter(), rows -> {});
    }

    /** Takes the shard away from whoever has it. */
    private ShardSession session(String node, Sink sink) throws SQLException {
        test.execute("update ob_shard set lease_until = null");
        ShardLeases.Taken taken = database.transaction(connection -> shards.take(connection, 0, node, LEASE))
                .orElseThrow();
        RelayRoute route = route(sink);
        ShardStore store =
                new SqlShardStore(route, shards, new ShardRows(database.dialect(), "shop", "orders"), taken.before());
        BatchDelivery hand = sink.guarantee() == Guarantee.IDEMPOTENT_PRODUCER
                ? new IdempotentDelivery(route, 0)
                : new PerRowDelivery(route);
        return new ShardSession(taken.lease(), store, hand, ORDERED.batch());
    }

    private Sink handler() {
        return Handler.of((row, batch) -> given.add(new String(row.payload(), UTF_8)));
    }

    /** A target that numbers: what it is asked to do is written down, then {@code answer} has the word. */
    private Sink numbering(Answer answer) {
        return new Sink() {
            @Override
            public Guarantee guarantee() {
                return Guarantee.IDEMPOTENT_PRODUCER;
            }

            @Override
            public void handOff(dev.leat.outbox.spi.Batch batch) throws Exception {
                List<String> payloads = batch.rows().stream()
                        .map(row -> new String(row.payload(), UTF_8))
                        .toList();
                given.add(batch.stamp().epoch() + "/" + batch.stamp().seq() + payloads);
                answer.to(batch.rows());
            }
        };
    }

    private interface Answer {
        void to(List<Row> rows) throws Exception;
    }

    private void emit(String... payloads) throws SQLException {
        try (Outbox outbox = Outbox.builder(test).namespace("shop").build();
                Connection connection = test.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = outbox.in(connection)) {
                for (String payload : payloads) {
                    tx.emit("orders", "key of " + payload, payload.getBytes(UTF_8));
                }
            }
            connection.commit();
        }
    }

    private static Progress run(ShardSession session) throws SQLException {
        Progress progress = Progress.MORE;
        while (progress == Progress.MORE) {
            progress = session.step(true, () -> false);
        }
        return progress;
    }

    private static void steps(ShardSession session, int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            session.step(true, () -> false);
        }
    }

    private long rows(String condition) throws SQLException {
        return test.number("select count(*) from ob_event where " + condition);
    }

    @Test
    void aLateOwnerSettlesNothing() throws Exception {
        emit("a", "b");
        ShardSession late = session("late", handler());
        steps(late, 3); // looks, records, hands on
        assertThat(given).containsExactly("a", "b");
        session("next", handler());

        assertThatThrownBy(() -> late.step(true, () -> false)).isInstanceOf(ShardLeases.LeaseLost.class);
        assertThat(rows("state = 0")).isEqualTo(2);
    }

    /** A record does not wait for the disk, so a database that crashes may lose it. */
    @Test
    void anOwnerWhoseRecordIsForgottenSettlesItAllTheSame() throws Exception {
        emit("a", "b");
        ShardSession owner = session("owner", handler());
        steps(owner, 2); // looks and records
        test.execute("update ob_shard set manifest = null");
        emit("c");

        assertThat(run(owner)).isEqualTo(Progress.IDLE);

        assertThat(given).containsExactly("a", "b", "c");
        assertThat(rows("1 = 1")).isZero();
    }

    @Test
    void onlyTheRecordDoesNotWaitForTheDisk() throws Exception {
        Assumptions.assumeTrue(kind == Databases.POSTGRESQL, "others always wait");
        emit("a");
        List<String> settings = new ArrayList<>();
        ShardRows rows = new ShardRows(database.dialect(), "shop", "orders");
        ShardLeases.Lease lease = database.transaction(connection -> shards.take(connection, 0, "owner", LEASE))
                .orElseThrow()
                .lease();

        database.transaction(connection -> {
            settings.add(setting(connection, "set synchronous_commit = on; show synchronous_commit"));
            assertThat(rows.recordFirst(connection, lease, 0, 10, 1000, LEASE)).hasSize(1);
            settings.add(setting(connection, "show synchronous_commit"));
            connection.commit();
            settings.add(setting(connection, "show synchronous_commit; reset synchronous_commit"));
            return true;
        });

        assertThat(settings).containsExactly("on", "off", "on");
    }

    /** What the one of some statements says that says anything. */
    private static String setting(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean said = statement.execute(sql);
            if (!said) {
                statement.getMoreResults();
            }
            try (ResultSet row = statement.getResultSet()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    @Test
    void rowsOfAWorkerThatEndedAreCountedAndGoAloneFromThenOn() throws Exception {
        emit("a", "b", "c");
        steps(session("gone", handler()), 2); // looks and records, and is never heard of again
        List<Integer> sizes = new ArrayList<>();
        ShardSession heir = session(
                "heir", Handler.of((row, batch) -> sizes.add(batch.rows().size())));
        steps(heir, 2);
        assertThat(rows("attempts = 1 and state = 0 and owner = 'gone'")).isEqualTo(3);

        assertThat(run(heir)).isEqualTo(Progress.IDLE);
        assertThat(sizes).containsExactly(1, 1, 1);
        assertThat(rows("1 = 1")).isZero();
    }

    @Test
    void aRowThatEndsEveryWorkerIsDeadAfterItsAttemptsAndItsNeighboursAreNot() throws Exception {
        emit("a", "killer", "c");
        AtomicBoolean ended = new AtomicBoolean();
        Sink deadly = Handler.of((row, batch) -> {
            given.add(new String(row.payload(), UTF_8));
            if (new String(row.payload(), UTF_8).equals("killer")) {
                ended.set(true);
            }
        });
        int lives = 0;
        while (rows("state = 0") > 0) {
            ShardSession session = session("worker-" + lives++, deadly);
            ended.set(false);
            Progress progress = Progress.MORE;
            // A worker that has handed the killer on is never heard of again.
            while (progress == Progress.MORE && !ended.get()) {
                progress = session.step(true, () -> false);
            }
            Thread.sleep(2); // a retry is due after a millisecond
        }

        assertThat(given)
                .containsOnly("a", "killer", "c")
                .filteredOn("killer"::equals)
                .hasSize(3);
        assertThat(rows("state = 3")).isOne();
        assertThat(rows("1 = 1")).isOne();
        assertThat(test.number("select attempts from ob_event")).isEqualTo(3);
    }

    @Test
    void aNumberedBatchComesAgainAsItWasWhateverWasWrittenMeanwhile() throws Exception {
        emit("a", "b");
        ShardSession first = session("first", numbering(rows -> {
            throw new IOException("no answer");
        }));
        assertThat(run(first)).isEqualTo(Progress.LATER);
        emit("c");
        assertThat(run(first)).isEqualTo(Progress.LATER);

        ShardSession second = session("second", numbering(rows -> {}));
        assertThat(run(second)).isEqualTo(Progress.IDLE);

        assertThat(given).containsExactly("0/0[a, b]", "0/0[a, b]", "0/0[a, b]", "0/1[c]");
        assertThat(rows("1 = 1")).isZero();
        assertThat(test.number("select next_pseq from ob_shard")).isEqualTo(2);
    }

    @Test
    void aRefusedBatchIsHalvedUntilTheRowIsAloneThatIsToBlame() throws Exception {
        emit("a", "b", "c", "bad", "e", "f", "g", "h");
        ShardSession session = session("n", numbering(rows -> {
            if (rows.stream().anyMatch(row -> new String(row.payload(), UTF_8).equals("bad"))) {
                throw new RefusedException("one of them");
            }
        }));

        assertThat(run(session)).isEqualTo(Progress.IDLE);

        assertThat(given)
                .containsExactly(
                        "0/0[a, b, c, bad, e, f, g, h]",
                        "0/0[a, b, c, bad]",
                        "0/0[a, b]",
                        "0/1[c]",
                        "0/2[bad]",
                        "0/2[e, f, g, h]");
        assertThat(test.text("select last_error from ob_event where state = 3")).contains("one of them");
        assertThat(rows("1 = 1")).isOne();
    }

    @Test
    void aTargetThatForgotItsProducerStopsTheShardUntilANewEpochBegins() throws Exception {
        emit("a");
        ShardSession session = session("n", numbering(rows -> {
            throw new ProducerForgottenException("expects 0");
        }));
        assertThat(run(session)).isEqualTo(Progress.LATER);
        assertThat(session.alert()).contains("expects 0");
        assertThat(rows("state = 0 and attempts = 0")).isOne();

        try (Outbox outbox = Outbox.builder(test).namespace("shop").build()) {
            assertThat(outbox.admin().beginEpoch("orders", 0)).isTrue();
        }
        assertThat(run(session("n", numbering(rows -> {})))).isEqualTo(Progress.IDLE);
        assertThat(given).containsExactly("0/0[a]", "1/0[a]");
    }

    @Test
    void whoeverStopsForGoodWaitsForPeopleAndNotForAnAnswer() throws Exception {
        emit("a");
        AtomicBoolean back = new AtomicBoolean();
        ShardSession session = session("n", numbering(rows -> {
            throw back.get() ? new ProducerForgottenException("expects 0") : new IOException("no answer");
        }));

        assertThat(run(session)).isEqualTo(Progress.LATER);
        assertThat(session.isUnanswered()).isTrue();
        assertThat(session.alert()).contains("unanswered 1 times");
        back.set(true);
        assertThat(run(session)).isEqualTo(Progress.LATER);
        assertThat(session.isUnanswered()).isFalse();
        assertThat(session.laterMillis()).isEqualTo(10_000);
        assertThat(session.alert()).contains("expects 0");
    }

    @Test
    void aBatchWhoseRowsWereDeletedByHandIsNotTakenForAnother() throws Exception {
        emit("a");
        Sink silent = numbering(rows -> {
            throw new IOException("no answer");
        });
        run(session("first", silent));
        test.execute("delete from ob_event");
        emit("b");

        ShardSession second = session("second", silent);
        assertThatThrownBy(() -> run(second))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("epoch");
        assertThat(given).containsExactly("0/0[a]");
    }

    @Test
    void aShardThatWasLookedAtHandsItsFirstRowOnWithoutLookingAgain() throws Exception {
        ShardSession session = session("n", handler());
        session.lookAhead();
        emit("a");

        steps(session, 2); // records, hands on

        assertThat(given).containsExactly("a");
    }

    @Test
    void whatCannotBeReadWhenAShardIsTakenIsAnAlertWhenAWorkerComes() throws Exception {
        emit("a");
        Sink silent = numbering(rows -> {
            throw new IOException("no answer");
        });
        run(session("first", silent));
        test.execute("delete from ob_event");
        ShardSession second = session("any", silent);
        OwnedShards owned = new OwnedShards();
        ShardMode turn = new ShardMode(route(silent), shards, owned);

        second.lookAhead();
        owned.add(new OwnedShards.OwnedShard(second, System.nanoTime() + LEASE * 1_000_000));
        assertThat(turn.alerts()).isEmpty();
        owned.offer(List.of(0));
        turn.take(() -> false);

        assertThat(turn.alerts()).singleElement().asString().contains("shard 0", "epoch");
    }

    @Test
    void aShardThatIsLostIsNotLookedAt() throws Exception {
        ShardSession late = session("late", handler());
        session("next", handler());

        assertThatThrownBy(late::lookAhead).isInstanceOf(ShardLeases.LeaseLost.class);
    }
}
