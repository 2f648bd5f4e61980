package dev.leat.spring;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Ways in which a thread may use a cache. What a transaction reads is not always what others may have: it sees its own changes before
 * they are committed, and with an old snapshot it does not see what was invalidated since.
 */
enum CacheAccess {
    /** Values are taken, loaded together with others, and kept. */
    SHARED,
    /** The transaction may have changed what it loads: it is kept only if it commits. */
    KEPT_AFTER_COMMIT,
    /** The transaction may see an older state than the cache knows of: nothing it loads is kept. */
    TAKEN_ONLY,
    /** The transaction has invalidated, so that it must not get what is cached; nor others what it loads. */
    NONE;

    /** @param usual the isolation of a transaction that did not ask for one */
    static CacheAccess now(LeatOutbox outbox, int usual) {
        if (!LeatOutbox.isTransaction()) {
            return SHARED;
        }
        TransactionOutbox joined = outbox.joined();
        if (joined != null && joined.isInvalidating()) {
            return NONE;
        }
        if (isolation(usual) != Connection.TRANSACTION_READ_COMMITTED || (joined != null && joined.isSealed())) {
            return TAKEN_ONLY;
        }
        return TransactionSynchronizationManager.isCurrentTransactionReadOnly() ? SHARED : KEPT_AFTER_COMMIT;
    }

    private static int isolation(int usual) {
        @Nullable Integer asked = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
        return asked == null ? usual : asked;
    }
}
