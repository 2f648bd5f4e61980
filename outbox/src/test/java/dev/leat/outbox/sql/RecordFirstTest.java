package dev.leat.outbox.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Databases;
import dev.leat.outbox.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One statement that reads rows and records them, on the database that has it. */
class RecordFirstTest {

    private static final Dialect DIALECT = new PostgreSql();

    private final ShardLeases shards = new ShardLeases(DIALECT, "shop", "orders");
    private final ShardRows rows = new ShardRows(DIALECT, "shop", "orders");
    private TestDatabase opened;
    private Database database;
    private ShardLeases.Lease lease;

    @BeforeEach
    void open() throws SQLException {
        opened = Databases.POSTGRESQL.open();
        database = new Database(opened, DIALECT);
        database.single(connection -> {
            shards.create(connection, 4);
            return true;
        });
        lease = database.transaction(connection -> shards.take(connection, 3, "n", 60_000))
                .orElseThrow()
                .lease();
    }

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private void insert(String columns, String values) throws SQLException {
        opened.execute("insert into ob_event (ns, route, shard, payload" + columns
                + ") values ('shop', 'orders', 3, 'abcd'" + values + ")");
    }

    private List<StoredRow> record(ShardLeases.Lease owner, long number, int limit, long bytes) throws SQLException {
        try (Connection connection = opened.getConnection()) {
            return rows.recordFirst(connection, owner, number, limit, bytes, 60_000);
        }
    }

    private List<Long> recorded() throws SQLException {
        return database.transaction(connection -> shards.lock(connection, lease).batch());
    }

    @Test
    void theFirstRowsAreReadAndRecorded() throws SQLException {
        insert("", "");
        insert(", okey", ", 'k'");
        insert("", "");

        List<StoredRow> found = record(lease, 0, 2, 100);

        assertThat(found).extracting(StoredRow::key).containsExactly(null, "k");
        assertThat(recorded()).isEqualTo(found.stream().map(StoredRow::seq).toList());
    }

    @Test
    void noRowsAreAnAnswerAndLeaveNothing() throws SQLException {
        assertThat(record(lease, 0, 2, 100)).isEmpty();
        assertThat(recorded()).isEmpty();
    }

    @Test
    void whoeverLostTheShardRecordsNothing() throws SQLException {
        insert("", "");

        assertThat(record(new ShardLeases.Lease(3, "n", lease.fence() - 1), 0, 2, 100))
                .isNull();
        assertThat(record(new ShardLeases.Lease(3, "other", lease.fence()), 0, 2, 100))
                .isNull();
        assertThat(recorded()).isEmpty();
    }

    @Test
    void aBatchUnderAnotherNumberOrOneThatIsThereIsNotReplaced() throws SQLException {
        insert("", "");
        assertThat(record(lease, 1, 2, 100)).isNull();
        List<StoredRow> first = record(lease, 0, 1, 100);
        insert("", "");

        assertThat(record(lease, 0, 2, 100)).isNull();
        assertThat(recorded()).isEqualTo(first.stream().map(StoredRow::seq).toList());
    }

    @Test
    void rowsThatCannotGoTogetherAreLeftToTheOtherWay() throws SQLException {
        insert("", "");
        insert(", due_at", ", now() + interval '1 hour'");
        assertThat(record(lease, 0, 2, 100)).as("not due").isNull();
        opened.execute("delete from ob_event");
        insert("", "");
        insert(", owner", ", 'gone'");
        assertThat(record(lease, 0, 2, 100)).as("suspect").isNull();
        assertThat(record(lease, 0, 1, 3)).as("too large").isNull();
        assertThat(recorded()).isEmpty();

        assertThat(record(lease, 0, 1, 4)).hasSize(1);
    }
}
