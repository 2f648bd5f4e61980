package dev.leat.outbox;

import static dev.leat.outbox.Intent.collection;
import static dev.leat.outbox.Intent.entity;
import static dev.leat.outbox.Intent.flush;
import static dev.leat.outbox.Intent.key;
import static dev.leat.outbox.Intent.tag;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.spi.RouteOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the application's transaction writes, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class EnqueueTest {

    private static final byte[] PAYLOAD = "{}".getBytes(UTF_8);

    @Parameter
    Databases kind;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private TestDatabase database;
    private Outbox outbox;

    @BeforeEach
    void open() throws SQLException {
        database = kind.open();
        outbox = Outbox.builder(database).namespace("shop").build();
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        Fixture.close(outbox, database);
    }

    private interface Body {
        void write(OutboxTx tx) throws SQLException;
    }

    private Receipt commit(Body body) throws SQLException {
        return commit(null, body);
    }

    private Receipt commit(UUID commitRef, Body body) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            Receipt receipt;
            try (OutboxTx tx = commitRef == null ? outbox.in(connection) : outbox.in(connection, commitRef)) {
                body.write(tx);
                receipt = tx.receipt();
            }
            connection.commit();
            return receipt;
        }
    }

    private long events() throws SQLException {
        return database.number("select count(*) from ob_event");
    }

    private long invalidations() throws SQLException {
        return database.number("select count(*) from ob_inval");
    }

    @Test
    void aCommitWritesItsRowsAndSaysHowMany() throws SQLException {
        Receipt receipt = commit(tx -> {
            tx.emit("orders", "order-7", PAYLOAD).header("ct", "json");
            tx.emit("orders", PAYLOAD);
            tx.invalidate("price list", entity("user", 42), collection("users"), key("k"), tag("a:b"), flush());
        });

        assertThat(receipt.events()).isEqualTo(2);
        assertThat(receipt.invalidations()).isEqualTo(5);
        assertThat(events()).isEqualTo(2);
        assertThat(database.number("select count(distinct commit_ref) from ob_inval"))
                .isOne();
        assertThat(database.text("select target from ob_inval where kind = 'entity'"))
                .isEqualTo("user:42");
        assertThat(database.text("select reason from ob_inval where kind = 'flush'"))
                .isEqualTo("price list");
        assertThat(Receipt.parse(receipt.token())).isEqualTo(receipt);
        assertThat(receipt.xid() > 0).isEqualTo(kind == Databases.POSTGRESQL);
    }

    @Test
    void aRollbackLeavesNothing() throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = outbox.in(connection)) {
                tx.emit("orders", "order-7", PAYLOAD).dedupe("req-1");
                tx.invalidate(entity("user", 42));
            }
            connection.rollback();
        }

        assertThat(events()).isZero();
        assertThat(invalidations()).isZero();
        assertThat(commit(tx -> tx.emit("orders", PAYLOAD).dedupe("req-1")).events())
                .isOne();
    }

    @Test
    void eachTableGetsOneInsertPerTransaction() throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            CountingStatements counting = new CountingStatements(connection);
            try (OutboxTx tx = outbox.in(counting.connection())) {
                for (int i = 0; i < 100; i++) {
                    tx.emit("orders", "order-" + i, PAYLOAD);
                    tx.invalidate(entity("order", i));
                }
                tx.receipt();
            }
            connection.commit();

            assertThat(counting.prepared).hasSize(2).allMatch(sql -> sql.startsWith("insert"));
        }
        assertThat(events()).isEqualTo(100);
        assertThat(invalidations()).isEqualTo(100);
    }

    @Test
    void manyRowsAreStillWrittenAtOnce() throws SQLException {
        Receipt receipt = commit(tx -> {
            for (int i = 0; i < 2500; i++) {
                tx.emit("orders", "order-" + i, PAYLOAD).dedupe("d" + i);
                tx.invalidate(entity("order", i));
            }
        });

        assertThat(receipt.events()).isEqualTo(2500);
        assertThat(receipt.invalidations()).isEqualTo(2500);
        assertThat(events()).isEqualTo(2500);
    }

    @Test
    void aDedupeKeyIsWrittenOnce() throws SQLException {
        Receipt first = commit(tx -> tx.emit("orders", PAYLOAD).dedupe("req-91"));
        Receipt second = commit(tx -> {
            tx.emit("orders", PAYLOAD).dedupe("req-91");
            tx.emit("orders", PAYLOAD).dedupe("req-92");
            tx.emit("orders", PAYLOAD);
        });

        assertThat(first.events()).isOne();
        assertThat(second.events()).isEqualTo(2);
        assertThat(events()).isEqualTo(3);
    }

    @Test
    void aDedupeKeyBelongsToItsNamespace() throws SQLException {
        commit(tx -> tx.emit("orders", PAYLOAD).dedupe("req-91"));
        try (Outbox other = Outbox.builder(database).namespace("other").build();
                Connection connection = database.getConnection();
                OutboxTx tx = other.in(connection)) {
            tx.emit("orders", PAYLOAD).dedupe("req-91");
        }

        assertThat(events()).isEqualTo(2);
    }

    @Test
    void twoOpenTransactionsWithOneDedupeKeyWriteItOnce() throws Exception {
        Future<?> second;
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            OutboxTx tx = outbox.in(connection);
            tx.emit("orders", PAYLOAD).dedupe("req-91");
            tx.flush();
            second = threads.submit(
                    () -> commit(late -> late.emit("orders", PAYLOAD).dedupe("req-91")));
            assertThatThrownBy(() -> second.get(300, MILLISECONDS)).isInstanceOf(TimeoutException.class);
            connection.commit();
        }
        second.get();

        assertThat(events()).isOne();
    }

    @Test
    void theSameCommitWrittenAgainAddsNothing() throws SQLException {
        UUID commitRef = UUID.randomUUID();
        Body body = tx -> {
            tx.emit("orders", PAYLOAD).dedupe("req-91");
            tx.invalidate(entity("user", 42), collection("users"));
        };
        Receipt first = commit(commitRef, body);
        Receipt again = commit(commitRef, body);

        assertThat(events()).isOne();
        assertThat(invalidations()).isEqualTo(2);
        assertThat(again.events()).isEqualTo(first.events());
        assertThat(again.invalidations()).isEqualTo(first.invalidations());
        assertThat(again.commitRef()).isEqualTo(commitRef);
    }

    @Test
    void anotherCommitInvalidatesTheSameTargetAgain() throws SQLException {
        commit(tx -> tx.invalidate(entity("user", 42), entity("user", 42)));
        commit(tx -> tx.invalidate(entity("user", 42)));

        assertThat(invalidations()).isEqualTo(2);
    }

    @Test
    void whatIsTooLongIsRefusedBeforeAnythingIsWritten() throws SQLException {
        String text = "x".repeat(2001);
        commit(tx -> {
            assertThatThrownBy(() -> tx.emit("orders", text, PAYLOAD)).hasMessageContaining("255 are allowed");
            assertThatThrownBy(() -> tx.emit("orders", PAYLOAD).dedupe(text)).hasMessageContaining("128 are allowed");
            assertThatThrownBy(() -> tx.emit(text, PAYLOAD)).hasMessageContaining("64 are allowed");
            assertThatThrownBy(() -> tx.invalidate(key(text))).hasMessageContaining("2000 are allowed");
            assertThatThrownBy(() -> tx.invalidate(entity("%".repeat(1000), "1")))
                    .hasMessageContaining("2000 are allowed");
            assertThatThrownBy(() -> tx.invalidate(text, flush())).hasMessageContaining("255 are allowed");
            assertThatThrownBy(() -> tx.emit("orders", "a\0b", PAYLOAD)).hasMessageContaining("zero character");
            assertThatThrownBy(() -> tx.emit("orders", "\uD83D", PAYLOAD)).hasMessageContaining("half a character");
        });

        assertThat(invalidations()).isZero();
    }

    @Test
    void whatIsJustShortEnoughIsStoredWhole() throws SQLException {
        commit(tx -> {
            tx.emit("r".repeat(64), "ü".repeat(255), PAYLOAD).dedupe("d".repeat(128));
            tx.invalidate("ß".repeat(255), tag("t".repeat(2000)));
        });

        assertThat(database.text("select okey from ob_event")).isEqualTo("ü".repeat(255));
        assertThat(database.text("select target from ob_inval")).isEqualTo("t".repeat(2000));
        assertThat(database.text("select reason from ob_inval")).isEqualTo("ß".repeat(255));
    }

    @Test
    void handMadeSqlNeedsOnlyWhatItMeans() throws SQLException {
        database.execute("insert into ob_event(ns, route, payload) values ('shop', 'orders', '7b7d')");
        database.execute("insert into ob_inval(ns, kind, target) values ('shop', 'tag', 'a'), ('shop', 'tag', 'a')");

        assertThat(database.number("select count(*) from ob_event where state = 0 and commit_ref is not null"))
                .isOne();
        assertThat(database.number("select count(distinct commit_ref) from ob_inval"))
                .isEqualTo(2);
    }

    @Test
    void aDelayIsCountedByTheDatabase() throws SQLException {
        commit(tx -> tx.emit("orders", PAYLOAD).delay(Duration.ofDays(2)));

        String now = outbox.dialect().now();
        assertThat(database.number("select count(*) from ob_event where due_at > " + now))
                .isOne();
        assertThat(database.number("select " + outbox.dialect().millisSince("due_at") + " from ob_event"))
                .isBetween(-172_800_000L, -172_700_000L);
    }

    @Test
    void anEventCannotBeChangedOnceItIsWritten() throws SQLException {
        commit(tx -> {
            Emit emit = tx.emit("orders", PAYLOAD);
            tx.flush();
            assertThatThrownBy(() -> emit.header("a", "b")).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void aStrictKeyIsHeldUntilTheCommit() throws Exception {
        RouteOptions strict = RouteOptions.ordered().ordering(RouteOptions.Ordering.KEY_STRICT);
        Future<?> second;
        try (Outbox ordered = Outbox.builder(database).route("orders", strict).build();
                Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            OutboxTx tx = ordered.in(connection);
            tx.emit("orders", "order-7", PAYLOAD);
            tx.flush();
            second = threads.submit(() -> writeStrict(ordered));
            assertThatThrownBy(() -> second.get(300, MILLISECONDS)).isInstanceOf(TimeoutException.class);
            connection.commit();
        }
        second.get();

        assertThat(events()).isEqualTo(2);
    }

    private Receipt writeStrict(Outbox ordered) throws SQLException {
        try (Connection connection = database.getConnection();
                OutboxTx tx = ordered.in(connection)) {
            tx.emit("orders", "order-7", PAYLOAD);
            return tx.receipt();
        }
    }

    /** The manual tells hand-made SQL how, and rows remember it. */
    @Test
    void aKeyHasTheShardThatItsChecksumSays() throws SQLException {
        commit(tx -> {
            tx.emit("orders", "order-7", PAYLOAD);
            tx.emit("orders", "M\u00fcller", PAYLOAD);
        });

        assertThat(database.number("select shard from ob_event where okey = 'order-7'"))
                .isEqualTo(26);
        assertThat(database.number("select shard from ob_event where okey <> 'order-7'"))
                .isEqualTo(5);
        String formula = switch (kind) {
            case POSTGRESQL -> "crc32(convert_to(okey, 'UTF8')) % 32";
            case MARIADB -> "mod(crc32(okey), 32)";
            default -> "shard";
        };
        assertThat(database.number("select count(*) from ob_event where shard = " + formula))
                .isEqualTo(2);
    }
}
