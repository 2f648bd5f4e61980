package dev.leat.spring;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Calls {@link TransactionOutbox} at the turns of its transaction. There are two for each: what is collected is written after all
 * other synchronizations ran before the commit, and caches forget before any other hears of it.
 */
final class TransactionHooks {

    private TransactionHooks() {}

    static void register(Object key, TransactionOutbox joined) {
        TransactionSynchronizationManager.bindResource(key, joined);
        TransactionSynchronizationManager.registerSynchronization(new Last(key, joined));
        TransactionSynchronizationManager.registerSynchronization(new First(key, joined));
    }

    private record Last(Object key, TransactionOutbox joined) implements TransactionSynchronization {

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }

        /** What {@link CommitListener} is told of it writes with the commit, in one trip to the server. */
        @Override
        public void beforeCommit(boolean readOnly) {
            if (!CommitListener.areTold(key)) {
                joined.flush();
            }
        }

        @Override
        public void savepoint(Object savepoint) {
            joined.savepoint(savepoint);
        }

        @Override
        public void savepointRollback(Object savepoint) {
            joined.savepointRollback(savepoint);
        }
    }

    private record First(Object key, TransactionOutbox joined) implements TransactionSynchronization {

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void suspend() {
            TransactionSynchronizationManager.unbindResource(key);
        }

        @Override
        public void resume() {
            TransactionSynchronizationManager.bindResource(key, joined);
        }

        @Override
        public void afterCommit() {
            joined.seal();
            joined.committed();
        }

        @Override
        public void afterCompletion(int status) {
            TransactionSynchronizationManager.unbindResourceIfPossible(key);
            joined.seal();
            joined.over();
        }
    }
}
