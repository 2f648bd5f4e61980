package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static dev.leat.outbox.Intent.collection;
import static dev.leat.outbox.Intent.entity;
import static dev.leat.outbox.Intent.flush;
import static dev.leat.outbox.Intent.key;
import static dev.leat.outbox.Intent.tag;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What reaches the caches of which node, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class TailTest {

    @Parameter
    Databases kind;

    private final RecordingCache here = new RecordingCache();
    private final RecordingCache there = new RecordingCache();
    private TestDatabase database;
    private CutSource cable;
    private Outbox writer;
    private Outbox other;

    @BeforeEach
    void open() {
        database = kind.open();
        cable = new CutSource(database);
    }

    @AfterEach
    void close() throws Exception {
        if (other != null) {
            other.close();
        }
        if (writer != null) {
            writer.close();
        }
        Fixture.close(database);
    }

    private void startWriter() throws SQLException {
        writer = Outbox.builder(database)
                .namespace("shop")
                .node("writer")
                .cache(here)
                .build();
    }

    private OutboxBuilder otherNode() {
        return Outbox.builder(cable.source()).namespace("shop").node("other").cache(there);
    }

    private void startOther(OutboxBuilder builder) throws Exception {
        other = builder.build();
        other.start();
        eventually(() ->
                there.flushes.contains("start") && other.invalidationStatus().following());
    }

    private void startBoth() throws Exception {
        startWriter();
        startOther(otherNode());
    }

    /** Until everything that is committed by now has arrived there. */
    private void arrived() throws Exception {
        Receipt last = commit(database, writer, tx -> tx.invalidate(tag("last")));
        WaitOutcome outcome = other.await(Receipt.parse(last.token()), Wait.APPLIED_HERE, Duration.ofSeconds(30));
        assertThat(outcome.isSatisfied()).as("%s", outcome).isTrue();
    }

    @Test
    void theWritersOwnCacheForgetsBeforeItsCallReturns() throws SQLException {
        startWriter();

        commit(database, writer, tx -> tx.invalidate(entity("user", 42), collection("users")));

        assertThat(here.applied).containsExactly(entity("user", 42), collection("users"));
    }

    @Test
    void anotherNodeForgetsEveryKindOfIntent() throws Exception {
        startBoth();

        commit(
                database,
                writer,
                tx -> tx.invalidate(entity("u:s%er", 42), collection("us:ers"), key("k"), tag("a:b"), flush()));
        arrived();

        assertThat(there.applied).contains(entity("u:s%er", 42), collection("us:ers"), key("k"), tag("a:b"), flush());
    }

    @Test
    void rowsOfHandMadeSqlArriveAndThoseOfOtherNamespacesDoNot() throws Exception {
        startBoth();

        database.execute("insert into ob_inval(ns, kind, target) values ('shop', 'entity', 'user:7')");
        database.execute("insert into ob_inval(ns, kind, target) values ('elsewhere', 'entity', 'user:8')");
        arrived();

        assertThat(there.applied).contains(entity("user", 7)).doesNotContain(entity("user", 8));
    }

    @Test
    void aRollbackReachesNobody() throws Exception {
        startBoth();

        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = writer.in(connection)) {
                tx.invalidate(entity("user", 42));
            }
            connection.rollback();
        }
        arrived();

        assertThat(there.applied).doesNotContain(entity("user", 42));
        assertThat(there.flushes).containsExactly("start");
    }

    @Test
    void whatTheWriterHasAppliedItselfIsNotAppliedAgain() throws Exception {
        startBoth();
        writer.start();
        eventually(() -> here.flushes.contains("start"));

        List<Intent> own = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Intent user = entity("user", i);
            commit(database, writer, tx -> tx.invalidate(user));
            own.add(user);
        }
        Receipt later = commit(database, other, tx -> tx.invalidate(tag("later")));
        WaitOutcome outcome = writer.await(Receipt.parse(later.token()), Wait.APPLIED_HERE, Duration.ofSeconds(30));

        assertThat(outcome.isSatisfied()).isTrue();
        assertThat(here.applied).containsAll(own).contains(tag("later"));
        // The tail may find a row before the writer is told of its own commit, but not all of them.
        assertThat(own).anySatisfy(each -> assertThat(here.applied).containsOnlyOnce(each));
    }

    @Test
    void aTransactionThatIsOvertakenIsNotMissed() throws Exception {
        Assumptions.assumeTrue(kind != Databases.SQLITE, "it has one writer at a time");
        startBoth();

        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = writer.in(connection)) {
                tx.invalidate(entity("slow", 1));
            }
            arrived();
            assertThat(there.applied).doesNotContain(entity("slow", 1));
            connection.commit();
        }

        eventually(() -> there.applied.contains(entity("slow", 1)));
    }

    @Test
    void aTransactionThatIsOpenForLongerThanExpectedIsNotMissed() throws Exception {
        Assumptions.assumeTrue(kind != Databases.SQLITE, "it has one writer at a time");
        startWriter();
        startOther(otherNode().longestTransaction(Duration.ofMillis(20)));

        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = writer.in(connection)) {
                tx.invalidate(entity("slow", 1));
            }
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
            while (System.nanoTime() < end) {
                arrived();
            }
            InvalidationStatus status = other.invalidationStatus();
            assertThat(status.remembered() + status.holes()).isPositive();
            connection.commit();
        }

        eventually(() -> there.applied.contains(entity("slow", 1)));
        assertThat(there.flushes).containsExactly("start");
    }

    @Test
    void rowsThatWereRolledBackAreNotExpectedForEver() throws Exception {
        startWriter();
        startOther(otherNode().longestTransaction(Duration.ofMillis(100)));

        for (int i = 0; i < 20; i++) {
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                try (OutboxTx tx = writer.in(connection)) {
                    tx.invalidate(entity("user", 42), entity("user", 43));
                }
                connection.rollback();
            }
            arrived();
        }

        eventually(() -> other.invalidationStatus().holes() == 0);
        assertThat(there.flushes).containsExactly("start");
    }

    @Test
    void aNodeThatStartsSeesWhatIsCommittedLaterThoughWrittenEarlier() throws Exception {
        Assumptions.assumeTrue(kind != Databases.SQLITE, "it has one writer at a time");
        startWriter();
        commit(database, writer, tx -> tx.invalidate(entity("before", 1)));

        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = writer.in(connection)) {
                tx.invalidate(entity("slow", 1));
            }
            commit(database, writer, tx -> tx.invalidate(entity("before", 2)));
            startOther(otherNode());
            arrived();
            connection.commit();
        }

        eventually(() -> there.applied.contains(entity("slow", 1)));
        assertThat(there.applied).doesNotContain(entity("before", 1), entity("before", 2));
    }

    @Test
    void aRowThatCannotBeReadFlushesAndBlocksNothing() throws Exception {
        startBoth();

        database.execute("insert into ob_inval(ns, kind, target) values ('shop', 'nonsense', 'x')");
        database.execute("insert into ob_inval(ns, kind, target) values ('shop', 'entity', 'user')");
        database.execute("insert into ob_inval(ns, kind, target) values ('shop', 'tag', 'after')");
        arrived();

        assertThat(there.applied).contains(tag("after"));
        assertThat(there.flushes).containsExactly("start", "unreadable", "unreadable");
        assertThat(other.invalidationStatus().flushes()).containsEntry("unreadable", 2L);
    }

    @Test
    void aCacheThatCannotApplyForgetsEverything() throws Exception {
        RecordingCache broken = new RecordingCache() {
            @Override
            public void apply(Intent intent) {
                throw new IllegalStateException("broken");
            }
        };
        startWriter();
        startOther(otherNode().cache(broken));

        commit(database, writer, tx -> tx.invalidate(entity("user", 42)));
        arrived();

        assertThat(broken.flushes).containsExactly("start", "failed", "failed");
        assertThat(there.applied).contains(entity("user", 42));
    }

    @Test
    void oldRowsAreDeletedWhoeverHasNotSeenThem() throws Exception {
        startWriter();
        database.execute("insert into ob_node(ns, node, reached) values ('shop', 'dead', '')");
        for (int i = 0; i < 2500; i += 100) {
            int first = i;
            commit(database, writer, tx -> {
                for (int id = first; id < first + 100; id++) {
                    tx.invalidate(entity("user", id));
                }
            });
        }

        startOther(otherNode().keepInvalidations(Duration.ofMillis(1)));

        eventually(() -> database.number("select count(*) from ob_inval") == 0);
        assertThat(database.number("select v from ob_meta where k = 'purged'")).isPositive();
    }

    @Test
    void aNodeThatComesBackTooLateForgetsEverything() throws Exception {
        startBoth();
        cable.cut();
        try (Outbox purging =
                Outbox.builder(database).keepInvalidations(Duration.ofMillis(1)).build()) {
            commit(database, writer, tx -> tx.invalidate(entity("user", 42)));
            purging.start();
            eventually(() -> database.number("select count(*) from ob_inval") == 0);
        }

        cable.mend();

        eventually(() -> there.flushes.size() == 2);
        assertThat(there.flushes).containsExactly("start", "behind");
        arrived();
        assertThat(there.applied).contains(tag("last")).doesNotContain(entity("user", 42));
    }

    @Test
    void aTransactionThatIsOpenForLongerThanRowsAreKeptFlushesOnceAndNotBefore() throws Exception {
        Assumptions.assumeTrue(kind != Databases.SQLITE, "it has one writer at a time");
        startBoth();
        try (Outbox purging = Outbox.builder(database)
                        .keepInvalidations(Duration.ofMillis(1))
                        .build();
                Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = writer.in(connection)) {
                tx.invalidate(entity("slow", 1));
            }
            arrived();
            purging.start();
            eventually(() -> database.number("select count(*) from ob_inval") == 0);
            arrived();
            assertThat(there.flushes).containsExactly("start");

            cable.cut();
            connection.commit();
            eventually(() -> database.number("select count(*) from ob_inval") == 0);
        }
        cable.mend();

        eventually(() -> there.flushes.size() == 2);
        assertThat(there.flushes).containsExactly("start", "purged");
    }

    @Test
    void aNodeThatWasAwayForLongerThanRowsAreKeptForgetsEverything() throws Exception {
        startWriter();
        startOther(otherNode().keepInvalidations(Duration.ofMillis(200)));
        cable.cut();
        eventually(() -> other.invalidationStatus().lag().toMillis() > 1300);

        cable.mend();

        eventually(() -> there.flushes.size() == 2);
        assertThat(there.flushes).containsExactly("start", "away");
    }

    @Test
    void aNodeThatComesBackInTimeMissesNothing() throws Exception {
        startBoth();
        cable.cut();
        for (int i = 0; i < 50; i++) {
            int id = i;
            commit(database, writer, tx -> tx.invalidate(entity("user", id)));
        }

        cable.mend();

        arrived();
        for (int i = 0; i < 50; i++) {
            assertThat(there.applied).contains(entity("user", i));
        }
        assertThat(there.flushes).containsExactly("start");
    }

    @Test
    void aNodeThatIsFarBehindForgetsEverythingInsteadOfReadingItAll() throws Exception {
        startBoth();
        cable.cut();
        commit(database, writer, tx -> {
            for (int i = 0; i < 10_500; i++) {
                tx.invalidate(entity("user", i));
            }
        });

        cable.mend();

        eventually(() -> there.flushes.size() == 2);
        assertThat(there.flushes).containsExactly("start", "behind");
        arrived();
    }
}
