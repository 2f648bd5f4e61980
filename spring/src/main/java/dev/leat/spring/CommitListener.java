package dev.leat.spring;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A listener that is called directly before every commit of the data source. A synchronization alone would not do: one that is
 * registered while others are told of the commit is not told any more, and what it holds would be lost without a word.
 */
final class CommitListener implements TransactionExecutionListener {

    private final ConfigurableTransactionManager manager;
    private final DataSource source;
    private final Object key;

    CommitListener(ConfigurableTransactionManager manager, DataSource source, Object key) {
        this.manager = manager;
        this.source = source;
        this.key = key;
    }

    /** Marks the scope of a transaction whose manager will tell of its commit here, and then commit at once. */
    private record Told(Object key) implements TransactionSynchronization {}

    /** Whether the current transaction can be left to this; otherwise everything has to be written before. */
    static boolean areTold(Object key) {
        return TransactionSynchronizationManager.getSynchronizations().contains(new Told(key));
    }

    @Override
    public void afterBegin(TransactionExecution execution, @Nullable Throwable failure) {
        if (failure == null && isOurs(execution) && endsScope(execution) && commitsAtOnce()) {
            TransactionSynchronizationManager.registerSynchronization(new Told(key));
        }
    }

    boolean areFor(Object other) {
        return key.equals(other);
    }

    /** Those of JPA write when they commit, and another listener may write as well. */
    private boolean commitsAtOnce() {
        Class<?> type = manager.getClass();
        if (type != JdbcTransactionManager.class && type != DataSourceTransactionManager.class) {
            return false;
        }
        TransactionExecutionListener last = this;
        for (TransactionExecutionListener listener : manager.getTransactionExecutionListeners()) {
            last = listener;
        }
        return last == this;
    }

    @Override
    public void beforeCommit(TransactionExecution execution) {
        if (!isOurs(execution)) {
            return;
        }
        TransactionOutbox joined = joined();
        if (joined != null) {
            if (commitsAtOnce()) {
                joined.flushToCommit();
            } else {
                joined.flush();
            }
        }
        if (endsScope(execution)) {
            seal(joined);
        }
    }

    /** Refuses calls from within the commit, say by a listener of Hibernate, and calls after it: they come too late. */
    private void seal(@Nullable TransactionOutbox joined) {
        if (joined != null) {
            joined.seal();
            return;
        }
        TransactionOutbox none = new TransactionOutbox();
        none.seal();
        TransactionHooks.register(key, none);
    }

    /** Only for a transaction within the scope of another manager's: otherwise the hooks have done it by now. */
    @Override
    public void afterCommit(TransactionExecution execution, @Nullable Throwable failure) {
        TransactionOutbox joined = joined();
        if (joined != null && isOurs(execution) && !endsScope(execution)) {
            if (failure == null) {
                joined.committed();
            } else {
                joined.over();
            }
        }
    }

    @Override
    public void afterRollback(TransactionExecution execution, @Nullable Throwable failure) {
        TransactionOutbox joined = joined();
        if (joined != null && isOurs(execution) && !endsScope(execution)) {
            joined.over();
        }
    }

    private @Nullable TransactionOutbox joined() {
        return (TransactionOutbox) TransactionSynchronizationManager.getResource(key);
    }

    private boolean isOurs(TransactionExecution execution) {
        return execution instanceof DefaultTransactionStatus status
                && status.isNewTransaction()
                && TransactionSynchronizationManager.isSynchronizationActive()
                && status.getTransaction() instanceof JdbcTransactionObjectSupport transaction
                && transaction.hasConnectionHolder()
                && transaction.getConnectionHolder().equals(TransactionSynchronizationManager.getResource(source));
    }

    private static boolean endsScope(TransactionExecution execution) {
        return execution instanceof DefaultTransactionStatus status && status.isNewSynchronization();
    }
}
