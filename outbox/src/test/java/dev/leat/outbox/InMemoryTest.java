package dev.leat.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** An outbox for tests of applications. */
class InMemoryTest {

    private final List<String> mails = new ArrayList<>();
    private final RecordingCache cache = new RecordingCache();

    private Outbox open() throws SQLException {
        return Outbox.inMemory()
                .sink("mail", Handler.of((row, batch) -> mails.add(new String(row.payload(), UTF_8))))
                .cache(cache)
                .build();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void rowsAreWrittenInTheApplicationsTransactionOrNotAtAll() throws Exception {
        try (Outbox outbox = open();
                Connection connection = outbox.source().getConnection()) {
            execute(connection, "create table orders (id int)");
            connection.setAutoCommit(false);
            execute(connection, "insert into orders values (1)");
            OutboxTx undone = outbox.in(connection);
            undone.emit("mail", "undone".getBytes(UTF_8));
            undone.flush();
            connection.rollback();
            execute(connection, "insert into orders values (2)");
            OutboxTx done = outbox.in(connection);
            done.emit("mail", "done".getBytes(UTF_8));
            done.commit();

            assertThat(outbox.runOnce("mail")).isEqualTo(new RunReport(1, 0, 0, 0));
            assertThat(mails).containsExactly("done");
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select sum(id) from orders")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(2);
            }
        }
    }

    @Test
    void aStartedOneHandsOnAndInvalidatesByItself() throws Exception {
        try (Outbox outbox = open();
                Connection connection = outbox.source().getConnection()) {
            outbox.start();
            connection.setAutoCommit(false);
            OutboxTx tx = outbox.in(connection);
            tx.emit("mail", "hello".getBytes(UTF_8));
            tx.invalidate(Intent.entity("order", 7));
            Receipt receipt = tx.commit();

            outbox.await(receipt, Wait.HANDED_OFF, Duration.ofMinutes(1));
            assertThat(mails).containsExactly("hello");
            assertThat(cache.applied).contains(Intent.entity("order", 7));
        }
    }

    @Test
    void eachHasADatabaseOfItsOwnThatEndsWithIt() throws Exception {
        DataSource ended;
        try (Outbox one = open();
                Outbox other = open()) {
            ended = one.source();
            try (Connection connection = one.source().getConnection()) {
                execute(connection, "create table mine (id int)");
            }
            try (Connection connection = other.source().getConnection()) {
                assertThatThrownBy(() -> execute(connection, "select * from mine"))
                        .isInstanceOf(SQLException.class);
            }
        }
        assertThatThrownBy(ended::getConnection)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("closed");
    }
}
