package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static dev.leat.outbox.Intent.entity;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.leat.outbox.spi.Retry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What can be waited for after a commit, here and on another node, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class WaitTest {

    private static final byte[] PAYLOAD = "{}".getBytes(UTF_8);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(150);

    @Parameter
    Databases kind;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RecordingCache here = new RecordingCache();
    private final RecordingCache there = new RecordingCache();
    private TestDatabase database;
    private CutSource cable;
    private Outbox writer;
    private Outbox other;

    @BeforeEach
    void open() throws Exception {
        database = kind.open();
        cable = new CutSource(database);
        writer = node(Outbox.builder(database).node("writer").cache(here)).build();
        other = node(Outbox.builder(cable.source()).node("other").cache(there)).build();
        writer.start();
        other.start();
        eventually(() -> here.flushes.contains("start") && there.flushes.contains("start"));
    }

    private static OutboxBuilder node(OutboxBuilder builder) {
        return builder.namespace("shop").aliveFor(Duration.ofSeconds(4));
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        cable.mend();
        Fixture.close(other, writer, database);
    }

    private Receipt invalidate() throws SQLException {
        return commit(database, writer, tx -> tx.invalidate(entity("user", 42)));
    }

    private Receipt emit() throws SQLException {
        return commit(database, writer, tx -> tx.emit("mail", PAYLOAD));
    }

    /** Written, but for all the world knows never committed. */
    private Receipt rollBack(Outbox outbox) throws SQLException {
        try (Connection connection = database.getConnection();
                OutboxTx tx = outbox.in(connection)) {
            connection.setAutoCommit(false);
            tx.emit("mail", PAYLOAD);
            tx.invalidate(entity("user", 42));
            Receipt receipt = tx.receipt();
            connection.rollback();
            return receipt;
        }
    }

    private Outbox worker(Handler handler, Retry retry) throws SQLException {
        Outbox worker = node(Outbox.builder(database).node("worker"))
                .sink("mail", Handler.of(handler))
                .retry(retry)
                .build();
        worker.start();
        return worker;
    }

    @Test
    void onTheWritersNodeACommitIsAppliedAtOnce() throws Exception {
        WaitOutcome outcome = writer.await(invalidate(), Wait.APPLIED_HERE, Duration.ZERO);

        assertThat(outcome.isSatisfied()).isTrue();
        assertThat(outcome.pending()).isZero();
    }

    @Test
    void onAnotherNodeATokenTellsWhenItIsApplied() throws Exception {
        String token = invalidate().token();

        WaitOutcome outcome = other.await(Receipt.parse(token), Wait.APPLIED_HERE, LONG);

        assertThat(outcome.isSatisfied()).as("%s", outcome).isTrue();
        assertThat(there.applied).contains(entity("user", 42));
        assertThat(other.invalidationStatus().waited(Wait.Until.APPLIED_HERE, WaitOutcome.Result.SATISFIED))
                .isOne();
    }

    @Test
    void aTokenThatTheWriterHasNotConfirmedIsBelievedWhenItsRowsAreThere() throws Exception {
        Receipt receipt;
        try (Connection connection = database.getConnection();
                OutboxTx tx = writer.in(connection)) {
            tx.invalidate(entity("user", 42));
            receipt = tx.receipt();
        }

        WaitOutcome outcome = other.await(Receipt.parse(receipt.token()), Wait.APPLIED_HERE, LONG);

        assertThat(outcome.isSatisfied()).as("%s", outcome).isTrue();
        assertThat(there.applied).contains(entity("user", 42));
    }

    @Test
    void everyNodeHasAppliedWhatWasWaitedForOnAllNodes() throws Exception {
        for (int i = 0; i < 20; i++) {
            int id = i;
            Receipt receipt = commit(database, writer, tx -> tx.invalidate(entity("user", id)));

            WaitOutcome outcome = writer.await(receipt, Wait.APPLIED_ON_ALL_NODES, LONG);

            assertThat(outcome.isSatisfied()).as("%s", outcome).isTrue();
            assertThat(there.applied).contains(entity("user", id));
        }
    }

    @Test
    void aThirdNodeCanWaitForAllNodesWithAToken() throws Exception {
        try (Outbox third = node(Outbox.builder(database).node("third").cache(new RecordingCache()))
                .build()) {
            third.start();
            String token = invalidate().token();

            WaitOutcome outcome = third.await(Receipt.parse(token), Wait.APPLIED_ON_ALL_NODES, LONG);

            assertThat(outcome.isSatisfied()).as("%s", outcome).isTrue();
            assertThat(there.applied).contains(entity("user", 42));
        }
    }

    @Test
    void aNodeThatIsAliveAndBehindIsWaitedForAndADeadOneIsNot() throws Exception {
        cable.cut();
        Receipt receipt = invalidate();

        WaitOutcome early = writer.await(receipt, Wait.APPLIED_ON_ALL_NODES.bestEffort(), SHORT);
        WaitOutcome late = writer.await(receipt, Wait.APPLIED_ON_ALL_NODES, LONG);

        assertThat(early.result()).isEqualTo(WaitOutcome.Result.TIMED_OUT);
        assertThat(early.pending()).isOne();
        assertThat(late.isSatisfied()).isTrue();
        assertThat(there.applied).isEmpty();
        cable.mend();
        eventually(() -> there.applied.contains(entity("user", 42)));
    }

    @Test
    void aNodeThatLeftIsNotWaitedFor() throws Exception {
        other.close();

        WaitOutcome outcome = writer.await(invalidate(), Wait.APPLIED_ON_ALL_NODES, SHORT);

        assertThat(outcome.isSatisfied()).isTrue();
    }

    @Test
    void aStrictWaitThrowsWhenTimeRunsOut() throws Exception {
        cable.cut();
        Receipt receipt = invalidate();

        WaitTimeoutException thrown = catchThrowableOfType(
                WaitTimeoutException.class, () -> writer.await(receipt, Wait.APPLIED_ON_ALL_NODES, SHORT));

        assertThat(thrown.outcome().pending()).isOne();
        assertThat(thrown.outcome().elapsed()).isGreaterThanOrEqualTo(SHORT.minusMillis(1));
        assertThat(writer.invalidationStatus().waited(Wait.Until.APPLIED_ON_ALL_NODES, WaitOutcome.Result.TIMED_OUT))
                .isOne();
    }

    @Test
    void aTransactionThatWasRolledBackIsNeverSatisfied() throws Exception {
        Receipt receipt = rollBack(writer);
        Receipt foreign = Receipt.parse(receipt.token());

        for (Wait wait : new Wait[] {Wait.HANDED_OFF, Wait.APPLIED_HERE, Wait.APPLIED_ON_ALL_NODES}) {
            assertThat(writer.await(receipt, wait, LONG).result()).isEqualTo(WaitOutcome.Result.UNKNOWN);
            assertThat(other.await(foreign, wait, LONG).result()).isEqualTo(WaitOutcome.Result.UNKNOWN);
        }
    }

    @Test
    void aReceiptOfNothingProvesNothing() throws Exception {
        Receipt nothing;
        try (Connection connection = database.getConnection();
                OutboxTx tx = writer.in(connection)) {
            nothing = tx.receipt();
        }

        assertThat(writer.await(nothing, Wait.HANDED_OFF, LONG).result()).isEqualTo(WaitOutcome.Result.UNKNOWN);
        assertThat(writer.await(nothing, Wait.APPLIED_HERE, LONG).result()).isEqualTo(WaitOutcome.Result.UNKNOWN);
        writer.committed(nothing);
        assertThat(writer.await(nothing, Wait.HANDED_OFF, LONG).isSatisfied()).isTrue();
    }

    @Test
    void waitingForNothingNeverWaits() throws Exception {
        assertThat(writer.await(rollBack(writer), Wait.NONE, Duration.ZERO).isSatisfied())
                .isTrue();
    }

    @Test
    void aNodeWithoutTailCannotTellWhatOthersHaveWritten() throws Exception {
        try (Outbox silent = node(Outbox.builder(database).node("silent").cache(new RecordingCache()))
                .build()) {
            WaitOutcome outcome = silent.await(Receipt.parse(invalidate().token()), Wait.APPLIED_HERE, LONG);

            assertThat(outcome.result()).isEqualTo(WaitOutcome.Result.UNKNOWN);
        }
    }

    @Test
    void aCommitIsHandedOffWhenItsLastRowIs() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (Outbox worker = worker((row, batch) -> go.await(), Retry.DEFAULT)) {
            Receipt receipt = emit();
            WaitOutcome early = writer.await(receipt, Wait.HANDED_OFF.bestEffort(), SHORT);
            Future<WaitOutcome> late = threads.submit(() -> writer.await(receipt, Wait.HANDED_OFF, LONG));
            Future<WaitOutcome> foreign =
                    threads.submit(() -> worker.await(Receipt.parse(receipt.token()), Wait.HANDED_OFF, LONG));
            go.countDown();

            assertThat(early.result()).isEqualTo(WaitOutcome.Result.TIMED_OUT);
            assertThat(early.pending()).isOne();
            assertThat(late.get().isSatisfied()).isTrue();
            assertThat(foreign.get().isSatisfied()).isTrue();
        }
    }

    @Test
    void aDeadRowDegradesItsCommitAndNoOther() throws Exception {
        try (Outbox worker = worker(
                (row, batch) -> {
                    if (row.payload().length == 0) {
                        throw new IllegalStateException("bad row");
                    }
                },
                Retry.DEFAULT.maxAttempts(1))) {
            Receipt bad = commit(database, writer, tx -> tx.emit("mail", new byte[0]));
            Receipt good = emit();

            WaitOutcome degraded = writer.await(bad, Wait.HANDED_OFF, LONG);

            assertThat(degraded.result()).isEqualTo(WaitOutcome.Result.DEGRADED);
            assertThat(degraded.reason()).isEqualTo("dead");
            assertThat(degraded.pending()).isOne();
            assertThat(worker.await(good, Wait.HANDED_OFF, LONG).isSatisfied()).isTrue();
        }
    }

    @Test
    void whenNoRowIsLeftOnlyEvidenceSatisfies() throws Exception {
        Receipt receipt;
        try (Connection connection = database.getConnection();
                OutboxTx tx = writer.in(connection)) {
            tx.emit("mail", PAYLOAD);
            receipt = tx.receipt();
        }
        String unconfirmed = receipt.token();
        writer.committed(receipt);
        String confirmed = receipt.token();
        try (Outbox worker = worker((row, batch) -> {}, Retry.DEFAULT)) {
            assertThat(worker.await(receipt, Wait.HANDED_OFF, LONG).isSatisfied())
                    .isTrue();
        }

        // PostgreSQL remembers what became of a transaction; the others do not.
        assertThat(other.await(Receipt.parse(unconfirmed), Wait.HANDED_OFF, LONG)
                        .result())
                .isEqualTo(kind == Databases.POSTGRESQL ? WaitOutcome.Result.SATISFIED : WaitOutcome.Result.UNKNOWN);
        assertThat(other.await(Receipt.parse(confirmed), Wait.HANDED_OFF, LONG).isSatisfied())
                .isTrue();
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsAskedUntilTimeIsUp() throws Exception {
        Receipt receipt = emit();
        cable.cut();
        WaitOutcome outcome = other.await(receipt, Wait.HANDED_OFF.bestEffort(), SHORT);

        assertThat(outcome.result()).isEqualTo(WaitOutcome.Result.TIMED_OUT);
        assertThat(outcome.reason()).contains("the cable is cut");
    }

    @Test
    void anotherNamespaceKnowsNothingOfACommit() throws Exception {
        Receipt receipt = commit(database, writer, tx -> {
            tx.emit("mail", PAYLOAD);
            tx.invalidate(entity("user", 42));
        });
        try (Outbox elsewhere = Outbox.builder(database)
                .namespace("elsewhere")
                .cache(new RecordingCache())
                .build()) {
            elsewhere.start();
            for (Receipt asked : new Receipt[] {receipt, Receipt.parse(receipt.token())}) {
                for (Wait wait : new Wait[] {Wait.HANDED_OFF, Wait.APPLIED_HERE, Wait.APPLIED_ON_ALL_NODES}) {
                    WaitOutcome outcome = elsewhere.await(asked, wait, LONG);

                    assertThat(outcome.result()).isEqualTo(WaitOutcome.Result.UNKNOWN);
                    assertThat(outcome.reason()).contains("namespace shop");
                }
            }
            assertThatThrownBy(() -> elsewhere.committed(receipt)).hasMessageContaining("shop, not of elsewhere");
        }
    }

    @Test
    void aTokenNamesItsNamespaceAndOldOnesAreRefused() throws Exception {
        Receipt receipt = invalidate();
        String token = receipt.token();

        assertThat(Receipt.parse(token).namespace()).isEqualTo("shop");
        assertThat(token).hasSizeLessThan(60);
        assertThatThrownBy(() -> Receipt.parse(token.replace("ob2.", "ob1."))).hasMessage("not the token of a receipt");
    }
}
