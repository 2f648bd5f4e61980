package dev.leat.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions that go back to a savepoint, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class SavepointTest {

    private static final byte[] PAYLOAD = "{}".getBytes(UTF_8);

    @Parameter
    Databases kind;

    private TestDatabase database;
    private Outbox outbox;

    @BeforeEach
    void open() throws SQLException {
        database = kind.open();
        outbox = Outbox.builder(database).namespace("shop").build();
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(outbox, database);
    }

    @Test
    void whatWasCollectedSinceIsForgotten() throws SQLException {
        Receipt receipt = goBack(false);

        assertThat(receipt.events()).isEqualTo(2);
        assertThat(receipt.invalidations()).isEqualTo(2);
        assertWritten();
    }

    @Test
    void whatWasWrittenSinceIsWrittenAgainIfItWasCollectedBefore() throws SQLException {
        Receipt receipt = goBack(true);

        assertThat(receipt.events()).isEqualTo(2);
        assertThat(receipt.invalidations()).isEqualTo(2);
        assertThat(receipt.intents()).containsExactly(Intent.tag("before"), Intent.tag("after"));
        assertWritten();
    }

    private Receipt goBack(boolean flushed) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            OutboxTx tx = outbox.in(connection);
            tx.emit("mail", "before", PAYLOAD);
            tx.invalidate(Intent.tag("before"));
            Savepoint savepoint = connection.setSavepoint("here");
            OutboxTx.Mark mark = tx.mark();
            tx.emit("mail", "undone", PAYLOAD);
            tx.invalidate(Intent.tag("undone"), Intent.tag("before"));
            if (flushed) {
                tx.flush();
            }
            connection.rollback(savepoint);
            tx.rollbackTo(mark);
            tx.emit("mail", "after", PAYLOAD);
            tx.invalidate(Intent.tag("after"));
            Receipt receipt = tx.receipt();
            connection.commit();
            return receipt;
        }
    }

    private void assertWritten() throws SQLException {
        assertThat(database.number("select count(*) from ob_event")).isEqualTo(2);
        assertThat(database.number("select count(*) from ob_event where okey in ('before', 'after')"))
                .isEqualTo(2);
        assertThat(database.number("select count(*) from ob_inval")).isEqualTo(2);
        assertThat(database.number("select count(*) from ob_inval where target in ('before', 'after')"))
                .isEqualTo(2);
    }
}
