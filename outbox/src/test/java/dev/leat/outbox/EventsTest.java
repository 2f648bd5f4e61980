package dev.leat.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.StoredRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of a row and who may change them, step by step, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class EventsTest {

    private static final long MINUTE = 60_000;

    @Parameter
    Databases kind;

    private TestDatabase source;
    private Outbox outbox;
    private Database database;
    private EventRows events;

    @BeforeEach
    void open() throws SQLException {
        source = kind.open();
        outbox = Outbox.builder(source).namespace("shop").build();
        Dialect dialect = outbox.dialect();
        database = new Database(source, dialect);
        events = new EventRows(dialect, "shop", "orders");
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(outbox, source);
    }

    private void write(int rows) throws SQLException {
        Fixture.commit(source, outbox, tx -> {
            for (int i = 0; i < rows; i++) {
                tx.emit("orders", "order-" + i, ("p" + i).getBytes(UTF_8)).header("n", "a&" + i);
            }
        });
    }

    private List<StoredRow> claim(UUID claim, long leaseMillis, int limit) throws SQLException {
        return database.transaction(connection -> events.claim(connection, claim, "me", leaseMillis, limit));
    }

    private int done(UUID claim, List<StoredRow> rows, boolean keep) throws SQLException {
        return database.transaction(connection -> events.done(connection, claim, seqs(rows), keep));
    }

    private int fail(UUID claim, StoredRow row, boolean dead, long delay) throws SQLException {
        EventRows.Failure failure =
                new EventRows.Failure(row.seq(), row.commitRef(), row.attempts(), dead, delay, "boom");
        return database.transaction(connection -> events.fail(connection, claim, List.of(failure)));
    }

    private int reap(int maxAttempts) throws SQLException {
        return database.transaction(connection -> events.reap(connection, maxAttempts));
    }

    private static List<Long> seqs(List<StoredRow> rows) {
        return rows.stream().map(StoredRow::seq).toList();
    }

    private long count(String condition) throws SQLException {
        return source.number("select count(*) from ob_event where " + condition);
    }

    @Test
    void aClaimedRowIsWhatWasWritten() throws SQLException {
        UUID commit = Fixture.commit(
                        source,
                        outbox,
                        tx -> tx.emit("orders", "k", new byte[] {0, -1, 7})
                                .header("ct", "json")
                                .dedupe("d")
                                .trace("00-abc-def-01"))
                .commitRef();

        StoredRow row = claim(UUID.randomUUID(), MINUTE, 10).get(0);

        assertThat(row.key()).isEqualTo("k");
        assertThat(row.commitRef()).isEqualTo(commit);
        assertThat(row.dedupe()).isEqualTo("d");
        assertThat(row.payload()).containsExactly(0, -1, 7);
        assertThat(row.headers()).isEqualTo("ct=json");
        assertThat(row.trace()).isEqualTo("00-abc-def-01");
        assertThat(row.attempts()).isZero();
        assertThat(row.fence()).isOne();
        assertThat(row.createdAt()).isNotNull();
        assertThat(count("state = 1 and attempts = 1 and owner = 'me' and lease_until is not null"))
                .isOne();
    }

    @Test
    void noRowIsInTwoClaims() throws SQLException {
        write(10);
        List<Long> claimed = new ArrayList<>();
        if (kind == Databases.SQLITE) {
            claimed.addAll(seqs(claim(UUID.randomUUID(), MINUTE, 4)));
        } else {
            try (Connection first = source.getConnection();
                    Connection second = source.getConnection()) {
                outbox.dialect().begin(first);
                outbox.dialect().begin(second);
                claimed.addAll(seqs(events.claim(first, UUID.randomUUID(), "a", MINUTE, 4)));
                List<StoredRow> others = events.claim(second, UUID.randomUUID(), "b", MINUTE, 4);
                // H2 applies the limit before it skips, so there the second has to come again.
                assertThat(others).hasSize(kind == Databases.H2 ? 0 : 4);
                claimed.addAll(seqs(others));
                first.commit();
                second.commit();
            }
        }
        claimed.addAll(seqs(claim(UUID.randomUUID(), MINUTE, 10)));

        assertThat(claimed).hasSize(10).doesNotHaveDuplicates();
        assertThat(claim(UUID.randomUUID(), MINUTE, 10)).isEmpty();
    }

    @Test
    void onlyDueRowsOfTheRouteAreClaimed() throws SQLException {
        write(1);
        Fixture.commit(source, outbox, tx -> {
            tx.emit("other", new byte[0]);
            tx.emit("orders", new byte[0]).delay(java.time.Duration.ofHours(1));
        });

        assertThat(claim(UUID.randomUUID(), MINUTE, 10)).hasSize(1);
    }

    @Test
    void doneRowsAreDeletedOrKept() throws SQLException {
        write(4);
        UUID first = UUID.randomUUID();
        assertThat(done(first, claim(first, MINUTE, 2), false)).isEqualTo(2);
        UUID second = UUID.randomUUID();
        assertThat(done(second, claim(second, MINUTE, 2), true)).isEqualTo(2);

        assertThat(count("1 = 1")).isEqualTo(2);
        assertThat(count("state = 2 and due_at is not null")).isEqualTo(2);
    }

    @Test
    void aLateWorkerChangesNothing() throws SQLException {
        write(1);
        UUID late = UUID.randomUUID();
        List<StoredRow> rows = claim(late, -1, 1);
        assertThat(reap(5)).isOne();
        UUID current = UUID.randomUUID();
        StoredRow again = claim(current, MINUTE, 1).get(0);

        assertThat(done(late, rows, false)).isZero();
        assertThat(done(late, rows, true)).isZero();
        assertThat(fail(late, rows.get(0), true, 0)).isZero();
        assertThat(database.<Integer>transaction(c -> events.release(c, late, seqs(rows))))
                .isZero();
        assertThat(database.<Integer>transaction(c -> events.renew(c, late, seqs(rows), MINUTE)))
                .isZero();
        assertThat(again.fence()).isEqualTo(rows.get(0).fence() + 1);
        assertThat(again.attempts()).isOne();
        assertThat(done(current, List.of(again), false)).isOne();
    }

    @Test
    void aLateWorkerCannotReviveADoneRow() throws SQLException {
        write(1);
        UUID late = UUID.randomUUID();
        List<StoredRow> rows = claim(late, -1, 1);
        reap(5);
        UUID current = UUID.randomUUID();
        done(current, claim(current, MINUTE, 1), true);

        assertThat(fail(late, rows.get(0), false, 0)).isZero();
        assertThat(count("state = 2")).isOne();
    }

    @Test
    void aRenewedLeaseIsNotReaped() throws SQLException {
        write(1);
        UUID claim = UUID.randomUUID();
        List<StoredRow> rows = claim(claim, -1, 1);
        assertThat(database.<Integer>transaction(c -> events.renew(c, claim, seqs(rows), MINUTE)))
                .isOne();

        assertThat(reap(5)).isZero();
        assertThat(done(claim, rows, false)).isOne();
    }

    @Test
    void aRowThatKillsItsWorkersDies() throws SQLException {
        write(1);
        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThat(claim(UUID.randomUUID(), -1, 1)).hasSize(1);
            assertThat(reap(3)).isOne();
        }

        assertThat(claim(UUID.randomUUID(), MINUTE, 1)).isEmpty();
        assertThat(count("state = 3 and attempts = 3 and last_error is not null"))
                .isOne();
    }

    @Test
    void aFailedRowIsReadyLaterOrDead() throws SQLException {
        write(2);
        UUID claim = UUID.randomUUID();
        List<StoredRow> rows = claim(claim, MINUTE, 2);
        assertThat(fail(claim, rows.get(0), false, MINUTE)).isOne();
        assertThat(fail(claim, rows.get(1), true, 0)).isOne();

        assertThat(claim(UUID.randomUUID(), MINUTE, 2)).isEmpty();
        assertThat(count("state = 0 and attempts = 1 and last_error = 'boom' and due_at > "
                        + outbox.dialect().now()))
                .isOne();
        assertThat(count("state = 3")).isOne();
    }

    @Test
    void aReleasedRowWasNotTried() throws SQLException {
        write(1);
        UUID claim = UUID.randomUUID();
        List<StoredRow> rows = claim(claim, MINUTE, 1);
        database.transaction(c -> events.release(c, claim, seqs(rows)));

        assertThat(claim(UUID.randomUUID(), MINUTE, 1).get(0).attempts()).isZero();
    }

    @Test
    void onlyOldKeptRowsArePurgedAndNotTooManyAtOnce() throws SQLException {
        write(1200);
        UUID claim = UUID.randomUUID();
        done(claim, claim(claim, MINUTE, 1100), true);

        assertThat(database.<Boolean>transaction(c -> events.purge(c, MINUTE))).isFalse();
        assertThat(count("state = 2")).isEqualTo(1100);
        assertThat(database.<Boolean>transaction(c -> events.purge(c, -MINUTE))).isTrue();
        assertThat(database.<Boolean>transaction(c -> events.purge(c, -MINUTE))).isFalse();
        assertThat(count("1 = 1")).isEqualTo(100);
    }
}
