package dev.leat.outbox;

import static dev.leat.outbox.Intent.entity;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions that are committed through the outbox, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class CommitTest {

    private static final byte[] PAYLOAD = "{}".getBytes(UTF_8);

    @Parameter
    Databases kind;

    private final RecordingCache cache = new RecordingCache();
    private TestDatabase database;
    private Outbox outbox;

    @BeforeEach
    void open() throws SQLException {
        database = kind.open();
        outbox = Outbox.builder(database)
                .namespace("shop")
                .sink("orders", Handler.of((row, batch) -> {}))
                .cache(cache)
                .build();
        database.execute("create table business (id int primary key)");
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(outbox, database);
    }

    private Connection begin(int id) throws SQLException {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        insert(connection, id);
        return connection;
    }

    private static void insert(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into business (id) values (" + id + ")");
        }
    }

    private long rows(String table) throws SQLException {
        return database.number("select count(*) from " + table);
    }

    @Test
    void businessAndRowsAreCommittedTogether() throws SQLException {
        try (Connection connection = begin(1)) {
            OutboxTx tx = outbox.in(connection);
            tx.emit("orders", PAYLOAD);
            tx.emit("orders", "k", PAYLOAD).header("a", "b");
            Receipt receipt = tx.commit();

            assertThat(receipt.events()).isEqualTo(2);
            assertThat(rows("business")).isOne();
            assertThat(rows("ob_event")).isEqualTo(2);

            insert(connection, 2);
            outbox.in(connection).emit("orders", PAYLOAD);
            connection.rollback();
        }
        assertThat(rows("business")).isOne();
        assertThat(rows("ob_event")).isEqualTo(2);
    }

    @Test
    void theCommitIsKnownWhenItReturns() throws SQLException {
        outbox.start();
        Receipt receipt;
        try (Connection connection = begin(1)) {
            OutboxTx tx = outbox.in(connection);
            tx.emit("orders", PAYLOAD);
            tx.invalidate("sold", entity("order", 7));
            receipt = tx.commit();

            assertThat(cache.applied).containsExactly(entity("order", 7));
        }
        assertThat(receipt.xid() > 0).isEqualTo(kind == Databases.POSTGRESQL);
        WaitOutcome outcome = outbox.await(receipt, Wait.HANDED_OFF, Duration.ofSeconds(60));
        assertThat(outcome.isSatisfied()).isTrue();
        Receipt elsewhere = Receipt.parse(receipt.token());
        assertThat(outbox.await(elsewhere, Wait.HANDED_OFF, Duration.ofSeconds(60))
                        .isSatisfied())
                .isTrue();
    }

    @Test
    void theLastInsertTakesTheCommitAlongOnPostgreSql() throws SQLException {
        try (Connection connection = begin(1)) {
            CountingStatements counting = new CountingStatements(connection);
            OutboxTx tx = outbox.in(counting.connection());
            tx.emit("orders", PAYLOAD);
            tx.invalidate(entity("order", 7));
            tx.commit();

            assertThat(counting.prepared).hasSize(2);
            assertThat(counting.prepared.get(0)).doesNotEndWith("commit");
            assertThat(counting.prepared.get(1).endsWith("; commit")).isEqualTo(kind == Databases.POSTGRESQL);
        }
        assertThat(rows("ob_event") + rows("ob_inval")).isEqualTo(2);
    }

    @Test
    void rowsThatMayExistAreCommittedToo() throws SQLException {
        UUID ref = UUID.randomUUID();
        for (int i = 0; i < 2; i++) {
            try (Connection connection = begin(i)) {
                OutboxTx tx = outbox.in(connection, ref);
                tx.emit("orders", PAYLOAD).dedupe("once");
                tx.invalidate(entity("order", 7));
                Receipt receipt = tx.commit();
                assertThat(receipt.events()).isOne();
                assertThat(receipt.invalidations()).isOne();
            }
        }
        assertThat(rows("business")).isEqualTo(2);
        assertThat(rows("ob_event")).isOne();
        assertThat(rows("ob_inval")).isOne();
    }

    @Test
    void nothingToWriteIsCommittedAsWell() throws SQLException {
        try (Connection connection = begin(1)) {
            assertThat(outbox.in(connection).commit().events()).isZero();
        }
        assertThat(rows("business")).isOne();
    }

    @Test
    void aReceiptFromBeforeIsTheOneThatIsConfirmed() throws SQLException {
        try (Connection connection = begin(1)) {
            OutboxTx tx = outbox.in(connection);
            tx.emit("orders", PAYLOAD);
            Receipt before = tx.receipt();
            assertThat(before.isConfirmed()).isFalse();

            assertThat(tx.commit()).isSameAs(before);
            assertThat(before.isConfirmed()).isTrue();
        }
        assertThat(rows("ob_event")).isOne();
    }

    @Test
    void anInsertThatFailsCommitsNothing() throws SQLException {
        database.execute("alter table ob_event drop column trace");
        try (Connection connection = begin(1)) {
            OutboxTx tx = outbox.in(connection);
            tx.emit("orders", PAYLOAD).trace("00-1-2-01");
            assertThatThrownBy(tx::commit).isInstanceOf(SQLException.class);
            connection.rollback();
        }
        assertThat(rows("business") + rows("ob_event")).isZero();
    }

    @Test
    void aTransactionThatIsBrokenIsNotCommitted() throws SQLException {
        assumeTrue(kind == Databases.POSTGRESQL, "the others go on after an error");
        try (Connection connection = begin(1)) {
            OutboxTx tx = outbox.in(connection);
            tx.emit("orders", PAYLOAD);
            assertThatThrownBy(() -> insert(connection, 1)).isInstanceOf(SQLException.class);

            assertThatThrownBy(tx::commit).isInstanceOf(SQLException.class);
            connection.rollback();
        }
        assertThat(rows("business") + rows("ob_event")).isZero();
    }

    @Test
    void whatTheCommitItselfRefusesIsNotThere() throws SQLException {
        assumeTrue(kind == Databases.POSTGRESQL, "the others check nothing at the commit");
        database.execute("create table late (id int unique deferrable initially deferred)");
        try (Connection connection = begin(1);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into late values (1), (1)");
            OutboxTx tx = outbox.in(connection);
            tx.emit("orders", PAYLOAD);

            assertThatThrownBy(tx::commit).isInstanceOf(SQLException.class);
            connection.rollback();
            insert(connection, 2);
            connection.commit();
        }
        assertThat(rows("ob_event") + rows("late")).isZero();
        assertThat(rows("business")).isOne();
    }

    @Test
    void withoutATransactionThereIsNothingToCommit() throws SQLException {
        try (Connection connection = database.getConnection()) {
            OutboxTx tx = outbox.in(connection);
            tx.emit("orders", PAYLOAD);
            assertThatThrownBy(tx::commit).isInstanceOf(IllegalStateException.class);
        }
        assertThat(rows("ob_event")).isZero();
    }
}
