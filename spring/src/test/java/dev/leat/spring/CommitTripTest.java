package dev.leat.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Intent;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.TestDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** With which statement a commit travels, and what else may happen around it. */
class CommitTripTest {

    private static final byte[] PAYLOAD = "hello".getBytes(UTF_8);

    private final List<String> prepared = new ArrayList<>();
    private TestDatabase database;
    private DataSource source;
    private Outbox outbox;
    private LeatOutbox leat;
    private JdbcTransactionManager manager;

    @BeforeEach
    void open() throws SQLException {
        database = Databases.POSTGRESQL.open();
        database.execute("create table business (id int primary key)");
        source = new Recording(database);
        outbox = Outbox.builder(source).build();
        leat = new LeatOutbox(() -> outbox, source);
        manager = new JdbcTransactionManager(source);
        leat.listenTo(manager);
        prepared.clear();
    }

    @AfterEach
    void close() {
        outbox.close();
        database.close();
    }

    /** Remembers what is prepared on its connections. */
    private final class Recording extends DelegatingDataSource {

        Recording(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            InvocationHandler handler = (proxy, method, arguments) -> {
                if (method.getName().equals("prepareStatement")) {
                    prepared.add((String) arguments[0]);
                }
                boolean itself = method.getName().equals("equals") && Proxy.isProxyClass(arguments[0].getClass());
                try {
                    return itself
                            ? Proxy.getInvocationHandler(proxy).equals(Proxy.getInvocationHandler(arguments[0]))
                            : method.invoke(connection, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            };
            return (Connection)
                    Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Connection.class}, handler);
        }
    }

    private void business(int id) {
        JdbcClient.create(source)
                .sql("insert into business values (?)")
                .param(id)
                .update();
    }

    private TransactionTemplate in(DataSourceTransactionManager by) {
        return new TransactionTemplate(by);
    }

    private long count(String table) {
        try {
            return database.number("select count(*) from " + table);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theLastInsertTakesTheCommitAlong() {
        in(manager).executeWithoutResult(status -> {
            business(1);
            leat.emit("mail", PAYLOAD);
            leat.invalidate(Intent.tag("t"));
        });
        in(manager).executeWithoutResult(status -> leat.emit("mail", PAYLOAD));

        List<String> inserts = prepared.stream()
                .filter(sql -> sql.startsWith("insert into ob_"))
                .toList();
        assertThat(inserts).hasSize(3);
        assertThat(inserts.get(0)).startsWith("insert into ob_event").doesNotEndWith("commit");
        assertThat(inserts.get(1)).startsWith("insert into ob_inval").endsWith("; commit");
        assertThat(inserts.get(2)).startsWith("insert into ob_event").endsWith("; commit");
        assertThat(count("business")).isOne();
        assertThat(count("ob_event")).isEqualTo(2);
        assertThat(count("ob_inval")).isOne();
    }

    /** Spring swallows what is thrown then, so assertions have to wait. */
    private static void beforeCompletion(Runnable step) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCompletion() {
                step.run();
            }
        });
    }

    private long inserts() {
        return prepared.stream()
                .filter(sql -> sql.startsWith("insert into ob_event"))
                .count();
    }

    @Test
    void whoeverWritesBeforeTheCommitIsPartOfIt() {
        List<Long> written = new ArrayList<>();

        in(manager).executeWithoutResult(status -> {
            leat.emit("mail", PAYLOAD);
            beforeCompletion(() -> {
                business(1);
                written.add(count("business") + inserts());
            });
        });

        assertThat(written).containsExactly(0L);
        assertThat(count("business")).isOne();
        assertThat(count("ob_event")).isOne();
    }

    @Test
    void anInsertThatFailsCommitsNothing() throws SQLException {
        database.execute("alter table ob_event add constraint no_mail check (route <> 'mail')");

        assertThatThrownBy(() -> in(manager).executeWithoutResult(status -> {
                    business(1);
                    leat.emit("mail", PAYLOAD);
                }))
                .isInstanceOf(org.springframework.dao.DataIntegrityViolationException.class);

        assertThat(count("business")).isZero();
    }

    @Test
    void aListenerThatComesLaterMayStillPreventTheCommit() {
        manager.addListener(new TransactionExecutionListener() {
            @Override
            public void beforeCommit(TransactionExecution execution) {
                throw new IllegalStateException("on purpose");
            }
        });

        assertThatThrownBy(() -> in(manager).executeWithoutResult(status -> {
                    business(1);
                    leat.emit("mail", PAYLOAD);
                }))
                .hasMessage("on purpose");

        assertThat(count("business")).isZero();
        assertThat(count("ob_event")).isZero();
        assertThat(prepared).noneMatch(sql -> sql.endsWith("; commit"));
    }

    @Test
    void aManagerThatHasMoreToDoCommitsByItself() {
        DataSourceTransactionManager writing = new DataSourceTransactionManager(source) {
            private static final long serialVersionUID = 1;

            @Override
            protected void doCommit(DefaultTransactionStatus status) {
                business(1);
                super.doCommit(status);
            }
        };
        leat.listenTo(writing);

        in(writing).executeWithoutResult(status -> leat.emit("mail", PAYLOAD));

        assertThat(prepared).noneMatch(sql -> sql.endsWith("; commit"));
        assertThat(count("business")).isOne();
        assertThat(count("ob_event")).isOne();
    }

    @Test
    void aManagerThatTellsNobodyLosesNothing() {
        DataSourceTransactionManager silent = new DataSourceTransactionManager(source);

        in(manager).executeWithoutResult(status -> business(1));
        in(silent).executeWithoutResult(status -> leat.emit("mail", PAYLOAD));

        assertThat(count("ob_event")).isOne();
        assertThat(prepared).noneMatch(sql -> sql.endsWith("; commit"));
    }

    @Test
    void anInnerTransactionLosesNothingOfTheOuterOne() {
        TransactionTemplate inner = in(manager);
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

        in(manager).executeWithoutResult(status -> {
            leat.emit("mail", "outer", PAYLOAD);
            inner.executeWithoutResult(within -> leat.emit("mail", "inner", PAYLOAD));
            assertThat(count("ob_event")).isOne();
            inner.executeWithoutResult(within -> {
                leat.emit("mail", "undone", PAYLOAD);
                within.setRollbackOnly();
            });
        });

        assertThat(count("ob_event")).isEqualTo(2);
    }

    @Test
    void twoOutboxesOfOneManagerWriteWithItsCommit() throws SQLException {
        List<Long> written = new ArrayList<>();
        try (Outbox second = Outbox.builder(source).namespace("second").build()) {
            LeatOutbox other = new LeatOutbox(() -> second, source);

            in(manager).executeWithoutResult(status -> {
                other.emit("mail", "not listening", PAYLOAD);
                beforeCompletion(() -> written.add(inserts()));
            });
            assertThat(written).containsExactly(1L);
            other.listenTo(manager);
            in(manager).executeWithoutResult(status -> {
                leat.emit("mail", "first", PAYLOAD);
                other.emit("mail", "second", PAYLOAD);
            });
            assertThatThrownBy(() -> in(manager).executeWithoutResult(status -> {
                        leat.emit("mail", "first", PAYLOAD);
                        other.emit("mail", "second", PAYLOAD);
                        throw new IllegalStateException("on purpose");
                    }))
                    .hasMessage("on purpose");
        }

        assertThat(count("ob_event")).isEqualTo(3);
        assertThat(prepared).filteredOn(sql -> sql.endsWith("; commit")).hasSize(1);
    }

    /** Its scope ends before the transaction that is written in, which the manager of the scope knows nothing of. */
    @Test
    void whatIsEmittedInTheScopeOfAnotherManagerIsWrittenWhenThatEnds() {
        TransactionTemplate other =
                new TransactionTemplate(new DataSourceTransactionManager(new DelegatingDataSource(database)));
        other.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

        assertThatThrownBy(() -> in(manager).executeWithoutResult(status -> {
                    other.executeWithoutResult(within -> leat.emit("mail", "undone", PAYLOAD));
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(count("ob_event")).isZero();
        prepared.clear();
        List<Long> written = new ArrayList<>();

        in(manager).executeWithoutResult(status -> {
            other.executeWithoutResult(within -> {
                leat.emit("mail", "inner", PAYLOAD);
                beforeCompletion(() -> written.add(inserts()));
            });
            assertThat(count("ob_event")).isZero();
        });

        assertThat(written).containsExactly(1L);
        assertThat(count("ob_event")).isOne();
    }
}
