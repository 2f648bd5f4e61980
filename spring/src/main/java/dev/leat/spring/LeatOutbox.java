package dev.leat.spring;

import dev.leat.outbox.Emit;
import dev.leat.outbox.Intent;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.Receipt;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The outbox, as code in a transaction of Spring uses it. What is emitted and invalidated is written just before the commit, with
 * one insert for each table, and is gone with a rollback. After the commit the caches of this node have forgotten, and relays look.
 *
 * <pre>{@code
 * @Transactional
 * public void place(Order order) {
 *     orders.save(order);
 *     outbox.emit("mail", order.id(), json(order));
 *     outbox.invalidate(Intent.entity("order", order.id()), Intent.collection("orders"));
 * }
 * }</pre>
 *
 * <p>Every method throws {@link IllegalTransactionStateException} if there is no transaction of the outbox's data source.
 */
public final class LeatOutbox {

    private final Supplier<Outbox> outbox;
    private final DataSource source;

    /**
     * @param outbox asked for only when it is needed, so that a sink may use this too
     * @param source as the transaction manager knows it
     */
    public LeatOutbox(Supplier<Outbox> outbox, DataSource source) {
        this.outbox = outbox;
        this.source = source;
    }

    /** An event without a key. */
    public Emit emit(String route, byte[] payload) {
        return tx().emit(route, payload);
    }

    /** An event; those with the same key can be kept in order. It may be changed until the commit. */
    public Emit emit(String route, @Nullable String key, byte[] payload) {
        return tx().emit(route, key, payload);
    }

    public void invalidate(Intent... targets) {
        join().invalidate(tx(), null, targets);
    }

    /** @param reason a text for operators, kept with the rows */
    public void invalidate(String reason, Intent... targets) {
        join().invalidate(tx(), reason, targets);
    }

    /** Writes what was collected so far, and names it. Proves something only after the commit; {@link Outbox#await} waits for it. */
    public Receipt receipt() {
        return join().receipt(tx());
    }

    /** Lets a transaction manager tell of its commits. Those that are beans do so already. */
    public void listenTo(ConfigurableTransactionManager manager) {
        boolean known = manager.getTransactionExecutionListeners().stream()
                .anyMatch(listener -> listener instanceof CommitListener commits && commits.areFor(this));
        if (!known) {
            manager.addListener(new CommitListener(manager, source, this));
        }
    }

    /** Invalidates with the transaction if there is one, after it if it is another data source's, and at once otherwise. */
    void invalidateAnyway(Intent intent) {
        TransactionOutbox joined = joined();
        if (!isTransaction() || (joined != null && joined.isSealed())) {
            invalidateNow(intent);
        } else if (TransactionSynchronizationManager.hasResource(source)) {
            invalidate(intent);
        } else {
            afterCommit(() -> invalidateNow(intent));
        }
    }

    static void afterCommit(Runnable step) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                step.run();
            }
        });
    }

    static boolean isTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive();
    }

    private void invalidateNow(Intent intent) {
        try (Connection connection = source.getConnection()) {
            boolean auto = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                Receipt receipt = write(connection, intent);
                connection.commit();
                outbox.get().committed(receipt);
            } finally {
                connection.setAutoCommit(auto);
            }
        } catch (SQLException e) {
            throw TransactionOutbox.translate(e);
        }
    }

    private Receipt write(Connection connection, Intent intent) throws SQLException {
        try (OutboxTx tx = outbox.get().in(connection)) {
            tx.invalidate(intent);
            return tx.receipt();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        }
    }

    @Nullable
    TransactionOutbox joined() {
        return (TransactionOutbox) TransactionSynchronizationManager.getResource(this);
    }

    DataSource source() {
        return source;
    }

    private OutboxTx tx() {
        TransactionOutbox joined = join();
        return joined.tx(outbox.get(), connection());
    }

    private TransactionOutbox join() {
        if (!isTransaction()) {
            throw new IllegalTransactionStateException(
                    "the outbox writes in a transaction, and there is none: call it from a @Transactional method");
        }
        TransactionOutbox joined = joined();
        if (joined == null) {
            joined = new TransactionOutbox();
            TransactionHooks.register(this, joined);
        }
        return joined;
    }

    /** The transaction's connection, which stays the transaction's. */
    private Connection connection() {
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalTransactionStateException(
                        "the outbox writes in a transaction, and the one that is active is not"
                                + " of its data source: name the transaction manager in @Transactional, or mark the data source @OutboxDataSource");
            }
            return connection;
        } catch (SQLException e) {
            throw TransactionOutbox.translate(e);
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }
}
