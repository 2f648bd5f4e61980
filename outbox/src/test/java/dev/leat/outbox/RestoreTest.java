package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static dev.leat.outbox.Intent.entity;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that goes back in time under a running node. */
@ParameterizedClass
@EnumSource(Databases.class)
class RestoreTest {

    @Parameter
    Databases kind;

    private final RecordingCache cache = new RecordingCache();
    private TestDatabase database;
    private Outbox writer;
    private Outbox reader;

    @BeforeEach
    void open() throws Exception {
        database = kind.open();
        if (kind == Databases.POSTGRESQL) {
            runAhead();
        }
        writer = Outbox.builder(database).namespace("shop").node("writer").build();
        reader = Outbox.builder(database)
                .namespace("shop")
                .node("reader")
                .cache(cache)
                .build();
        reader.start();
        eventually(() -> cache.flushes.contains("start"));
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(reader, writer, database);
    }

    private void applied(int id) throws SQLException {
        Receipt receipt = commit(database, writer, tx -> tx.invalidate(entity("user", id)));
        WaitOutcome outcome = reader.await(Receipt.parse(receipt.token()), Wait.APPLIED_HERE, Duration.ofSeconds(30));
        assertThat(outcome.isSatisfied()).as("%s", outcome).isTrue();
        assertThat(cache.applied).contains(entity("user", id));
    }

    @Test
    void aDatabaseThatWentBackInTimeMakesCachesForgetEverything() throws Exception {
        if (kind != Databases.POSTGRESQL) {
            applied(1);
            applied(2);
        }

        restore();

        eventually(() -> cache.flushes.size() == 2);
        assertThat(cache.flushes).containsExactly("start", "restored");
        applied(3);
        assertThat(cache.flushes).hasSize(2);
    }

    /** As if many more transactions had been there than there were: their numbers cannot be taken back. */
    private void runAhead() throws SQLException {
        database.execute("create schema ahead");
        database.execute("create function ahead.pg_current_snapshot() returns pg_snapshot language sql as "
                + "$$ select '1000000000:1000000000:'::pg_snapshot $$");
        database.execute("do $$ begin execute format('alter database %I set search_path = ahead, pg_catalog, public',"
                + " current_database()); end $$");
        database.unwrap(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
    }

    private void restore() throws SQLException {
        if (kind == Databases.POSTGRESQL) {
            database.execute(
                    "create or replace function ahead.pg_current_snapshot() returns pg_snapshot language sql as "
                            + "$$ select pg_catalog.pg_current_snapshot() $$");
            return;
        }
        database.execute("delete from ob_inval");
        database.execute(
                switch (kind) {
                    case MARIADB -> "alter table ob_inval auto_increment = 1";
                    case H2 -> "alter table ob_inval alter column seq restart with 1";
                    default -> "update sqlite_sequence set seq = 0 where name = 'ob_inval'";
                });
    }
}
