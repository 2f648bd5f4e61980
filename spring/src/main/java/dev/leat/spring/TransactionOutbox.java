package dev.leat.spring;

import dev.leat.outbox.Intent;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.Receipt;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/** The writes of one transaction of this thread to the outbox, from the first call to its end. */
final class TransactionOutbox {

    private static final Logger LOG = LoggerFactory.getLogger(LeatOutbox.class);
    private static final SQLExceptionTranslator TRANSLATOR = new SQLExceptionSubclassTranslator();

    private final IdentityHashMap<Object, Point> points = new IdentityHashMap<>();
    private final List<Receipt> receipts = new ArrayList<>();
    private @Nullable Part part;
    private boolean sealed;
    private boolean invalidated;

    /** One transaction of the database. Another one may follow within the same scope if transaction managers are nested. */
    private record Part(Outbox outbox, Connection connection, OutboxTx tx, Point start) {}

    /** State at a savepoint. */
    private record Point(OutboxTx.Mark mark, int receipts) {}

    /** Where to collect. */
    OutboxTx tx(Outbox outbox, Connection connection) {
        if (sealed) {
            throw new IllegalStateException("too late for the outbox: the transaction is being committed or is over");
        }
        if (part == null) {
            OutboxTx tx = outbox.in(connection);
            part = new Part(outbox, connection, tx, new Point(tx.mark(), 0));
        } else if (!part.connection().equals(connection)) {
            throw new IllegalStateException("the transaction has another connection than when the outbox joined it");
        }
        return part.tx();
    }

    void invalidate(OutboxTx tx, @Nullable String reason, Intent... targets) {
        if (reason == null) {
            tx.invalidate(targets);
        } else {
            tx.invalidate(reason, targets);
        }
        invalidated |= targets.length > 0;
    }

    /** Whether its reads had better not meet a cache, which knows nothing yet of what it has changed. */
    boolean isInvalidating() {
        return invalidated;
    }

    boolean isSealed() {
        return sealed;
    }

    /** Writes what was collected, and names it. Returns the same receipt as before if nothing was added, because callers compare and keep it. */
    Receipt receipt(OutboxTx tx) {
        try {
            Receipt receipt = tx.receipt();
            int known = receipts.indexOf(receipt);
            if (known >= 0) {
                return receipts.get(known);
            }
            receipts.add(receipt);
            return receipt;
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /** Writes what was collected so far. */
    void flush() {
        write(OutboxTx::flush);
    }

    /** Writes the rest. The caller commits next, with nothing in between. */
    void flushToCommit() {
        write(OutboxTx::flushToCommit);
    }

    private void write(Writing writing) {
        if (part != null) {
            try {
                writing.write(part.tx());
            } catch (SQLException e) {
                throw translate(e);
            }
        }
    }

    private interface Writing {
        void write(OutboxTx tx) throws SQLException;
    }

    /** Nothing that came after this would be written. */
    void seal() {
        sealed = true;
    }

    void savepoint(Object savepoint) {
        if (part != null) {
            points.put(savepoint, new Point(part.tx().mark(), receipts.size()));
        }
    }

    /** A savepoint from before the first call is not known: then everything came after it. */
    void savepointRollback(Object savepoint) {
        if (part != null) {
            Point point = points.getOrDefault(savepoint, part.start());
            part.tx().rollbackTo(point.mark());
            receipts.subList(point.receipts(), receipts.size()).clear();
        }
    }

    /** The database has committed. An error here must not look like one of the transaction; polling finds the rows as well. */
    void committed() {
        if (part != null) {
            // Everything was flushed, so this only names it: not earlier, because a receipt from before the commit
            // costs more.
            receipt(part.tx());
            for (Receipt receipt : receipts) {
                try {
                    part.outbox().committed(receipt);
                } catch (RuntimeException e) {
                    LOG.warn("a commit could not be made known at once", e);
                }
            }
        }
        over();
    }

    /** This transaction of the database is over, and so is what it had invalidated. */
    void over() {
        part = null;
        invalidated = false;
        receipts.clear();
        points.clear();
    }

    static DataAccessException translate(SQLException e) {
        DataAccessException translated = TRANSLATOR.translate("write to the outbox", null, e);
        return translated != null ? translated : new UncategorizedSQLException("write to the outbox", null, e);
    }
}
