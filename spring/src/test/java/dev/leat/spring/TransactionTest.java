package dev.leat.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Intent;
import dev.leat.outbox.Receipt;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.Wait;
import dev.leat.outbox.WaitOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

class TransactionTest {

    private static final byte[] PAYLOAD = "hello".getBytes(UTF_8);

    private TestDatabase database;
    private Node node;

    @BeforeEach
    void start() throws SQLException {
        database = Node.database();
        node = Node.start(database);
        node.context.getBean(OutboxLifecycle.class).stop(); // rows stay where a test can count them
    }

    @AfterEach
    void stop() {
        node.close();
        database.close();
    }

    @Test
    void aCommitWritesAllOfItAtOnce() throws SQLException {
        node.people.in(() -> {
            node.leat.emit("mail", "a", PAYLOAD).header("ct", "text").dedupe("one");
            node.leat.emit("mail", PAYLOAD);
            node.leat.invalidate(Intent.tag("t"), Intent.collection("c"));
            assertThat(events()).isZero();
        });

        assertThat(events()).isEqualTo(2);
        assertThat(database.number("select count(distinct commit_ref) from ob_event"))
                .isOne();
        assertThat(database.number("select count(*) from ob_inval")).isEqualTo(2);
        assertThat(database.text("select headers from ob_event where dedupe = 'one'"))
                .isEqualTo("ct=text");
    }

    @Test
    void aRollbackLeavesNothing() {
        assertThatThrownBy(() -> node.people.renameAndFail(1, "Eve")).hasMessage("on purpose");

        assertThat(events()).isZero();
        assertThat(invalidations()).isZero();
        assertThat(node.people.read(1).name()).isEqualTo("Ann");
        node.people.rename(1, "Eve");
        assertThat(events()).as("of the next transaction").isOne();
    }

    @Test
    void anInnerTransactionStandsForItself() throws SQLException {
        assertThatThrownBy(() -> node.people.in(() -> {
                    node.leat.emit("mail", "outer", PAYLOAD);
                    node.people.renameAlone(2, "Ben");
                    assertThat(events()).as("of the inner, which is committed").isOne();
                    node.leat.emit("mail", "outer", PAYLOAD);
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");

        assertThat(events()).isOne();
        assertThat(database.text("select okey from ob_event")).isEqualTo("person-2");

        node.people.in(() -> {
            node.leat.emit("mail", "outer", PAYLOAD);
            assertThatThrownBy(() -> new TransactionTemplate(
                                    node.context.getBean(DataSourceTransactionManager.class), requiresNew())
                            .executeWithoutResult(status -> {
                                node.leat.emit("mail", "inner", PAYLOAD);
                                throw new IllegalStateException("on purpose");
                            }))
                    .hasMessage("on purpose");
        });

        assertThat(database.number("select count(*) from ob_event where okey = 'outer'"))
                .isOne();
        assertThat(database.number("select count(*) from ob_event where okey = 'inner'"))
                .isZero();
    }

    @Test
    void whatASavepointUndoesIsNotWritten() throws SQLException {
        node.people.in(() -> {
            assertThatThrownBy(() -> node.people.renameNestedAndFail(1, "first call within"))
                    .hasMessage("on purpose");
            node.leat.emit("mail", "before", PAYLOAD);
            node.leat.invalidate(Intent.tag("before"));
            assertThatThrownBy(() -> node.people.renameNestedAndFail(2, "undone"))
                    .hasMessage("on purpose");
            node.people.renameNested(3, "kept");
            node.leat.emit("mail", "after", PAYLOAD);
        });

        assertThat(database.text("select string_agg(okey, ' ' order by seq) from ob_event"))
                .isEqualTo("before person-3 after");
        assertThat(database.text("select string_agg(target, ' ' order by seq) from ob_inval"))
                .isEqualTo("before person:3");
    }

    @Test
    void withoutATransactionItRefuses() {
        assertThatThrownBy(() -> node.leat.emit("mail", PAYLOAD))
                .isInstanceOf(IllegalTransactionStateException.class)
                .hasMessageContaining("@Transactional");
        assertThatThrownBy(() -> node.leat.invalidate(Intent.flush()))
                .isInstanceOf(IllegalTransactionStateException.class);
        assertThatThrownBy(node.leat::receipt).isInstanceOf(IllegalTransactionStateException.class);
    }

    @Test
    void aTransactionOfAnotherDataSourceIsRefused() {
        DataSourceTransactionManager other =
                new DataSourceTransactionManager(new DriverManagerDataSource(database.url()));

        assertThatThrownBy(() ->
                        new TransactionTemplate(other).executeWithoutResult(status -> node.leat.emit("mail", PAYLOAD)))
                .isInstanceOf(IllegalTransactionStateException.class)
                .hasMessageContaining("@OutboxDataSource");

        assertThat(events()).isZero();
    }

    @Test
    void aTransactionWithinThatOfAnotherManagerIsWrittenWithItsOwnCommit() {
        TransactionTemplate other =
                new TransactionTemplate(new DataSourceTransactionManager(new DriverManagerDataSource(database.url())));

        other.executeWithoutResult(status -> {
            node.people.in(() -> {
                node.leat.emit("mail", "inner", PAYLOAD);
                node.leat.invalidate(Intent.tag("inner"));
            });
            assertThat(events()).isOne();
            assertThatThrownBy(() -> node.people.renameAndFail(2, "Ben")).hasMessage("on purpose");
            node.people.rename(3, "Cat");
            assertThat(events()).isEqualTo(2);
        });

        assertThat(events()).isEqualTo(2);
        assertThat(invalidations()).isEqualTo(2);
    }

    @Test
    void whoCallsFirstWhenTheCommitIsAnnouncedIsHeard() {
        node.people.in(() -> atEnd(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                node.leat.emit("mail", "late", PAYLOAD);
            }
        }));

        assertThat(events()).isOne();
    }

    @Test
    void whoCallsAfterTheCommitIsToldSo() {
        AtomicReference<Throwable> first = new AtomicReference<>();
        AtomicReference<Throwable> again = new AtomicReference<>();

        node.people.in(() -> atEnd(afterCommit(first)));
        node.people.in(() -> {
            node.leat.emit("mail", PAYLOAD);
            atEnd(afterCommit(again));
        });

        assertThat(first.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("too late");
        assertThat(again.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("too late");
        assertThat(events()).isOne();
    }

    @Test
    void anErrorWhileWritingUndoesTheTransaction() throws SQLException {
        database.execute("alter table ob_event add constraint no_mail check (route <> 'mail')");

        assertThatThrownBy(() -> node.people.in(() -> {
                    node.people.change(1, "Eve");
                    node.leat.emit("mail", PAYLOAD);
                }))
                .isInstanceOf(org.springframework.dao.DataIntegrityViolationException.class);

        assertThat(node.people.read(1).name()).isEqualTo("Ann");
    }

    @Test
    void aReceiptIsConfirmedByItsCommit() {
        Receipt receipt = node.people.rename(1, "Amy");

        assertThat(receipt.events()).isOne();
        assertThat(receipt.invalidations()).isOne();
        WaitOutcome here = node.outbox.await(receipt, Wait.APPLIED_HERE, Duration.ofSeconds(60));
        assertThat(here.isSatisfied()).isTrue();
        assertThat(Receipt.parse(receipt.token())).isEqualTo(receipt);
    }

    private TransactionSynchronization afterCommit(AtomicReference<Throwable> thrown) {
        return new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                try {
                    node.leat.emit("mail", PAYLOAD);
                } catch (RuntimeException e) {
                    thrown.set(e);
                }
            }
        };
    }

    private static void atEnd(TransactionSynchronization synchronization) {
        TransactionSynchronizationManager.registerSynchronization(synchronization);
    }

    private static TransactionDefinition requiresNew() {
        TransactionTemplate definition = new TransactionTemplate();
        definition.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return definition;
    }

    private long events() {
        return count("ob_event");
    }

    private long invalidations() {
        return count("ob_inval");
    }

    private long count(String table) {
        try {
            return database.number("select count(*) from " + table);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
