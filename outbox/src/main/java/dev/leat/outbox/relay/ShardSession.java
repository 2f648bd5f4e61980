package dev.leat.outbox.relay;

import dev.leat.outbox.relay.ShardStore.Recorded;
import dev.leat.outbox.relay.ShardStore.Settlement;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.ShardLeases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One lease of one shard, from its first look to its end.
 *
 * <p>A batch is recorded before it is handed on, and settled in the transaction that records the next one. So a batch that may have
 * been handed on is always known, to this owner and to the next one: it is the one that is recorded. A target that numbers
 * batches gets it again under its old number, exactly as it was, until it answers; the number grows only when the batch is settled.
 * An owner that is late can do no harm, because all it has is a batch that was recorded, under the number it was recorded for.
 *
 * <p>If a transaction's answer is lost, what is recorded is read again. The number says whether the batch was settled.
 */
final class ShardSession {

    private static final Retry UNKNOWN =
            Retry.exponential(Duration.ofMillis(50), Duration.ofSeconds(10)).fullJitter();
    private static final long FORGOTTEN_MILLIS = 10_000;

    private final ShardLeases.Lease lease;
    private final ShardStore store;
    private final BatchDelivery hand;
    private final int batch;

    private @Nullable Recorded recorded;
    private @Nullable Settlement settlement;
    private boolean certain;
    /** So many rows from the next one on contain one that the target refuses; 0 if none is known to be there. */
    private int suspects;

    private int unknowns;
    private long batches;
    private long given;
    private volatile @Nullable String alert;

    ShardSession(ShardLeases.Lease lease, ShardStore store, BatchDelivery hand, int batch) {
        this.lease = lease;
        this.store = store;
        this.hand = hand;
        this.batch = batch;
    }

    /** What a step has led to. */
    enum Progress {
        /** There is a next step. */
        MORE,
        /** There are no rows. */
        IDLE,
        /** The next step is of use after a while. */
        LATER
    }

    /**
     * One transaction, or one call of the sink.
     *
     * @param more whether another batch is wanted after this one
     * @param stopping what the sink is told when it asks
     * @throws ShardLeases.LeaseLost if the shard has another owner now
     */
    Progress step(boolean more, BooleanSupplier stopping) throws SQLException {
        if (!certain || recorded == null) {
            return load();
        }
        if (settlement == null && !recorded.isEmpty()) {
            return give(recorded, stopping);
        }
        return advance(recorded, more);
    }

    /**
     * Looks at what is recorded before there is anything to do, so that the first rows do not wait for it. What cannot be read is left
     * to the call that needs it.
     *
     * @throws ShardLeases.LeaseLost if the shard has another owner now
     */
    void lookAhead() throws SQLException {
        try {
            load();
        } catch (ShardLeases.LeaseLost e) {
            throw e;
        } catch (RuntimeException e) {
            certain = false;
        }
    }

    private Progress load() throws SQLException {
        Recorded now = store.load(lease);
        Recorded before = recorded;
        certain = true;
        if (settlement != null && before != null && before.number() == now.number()) {
            return Progress.MORE;
        }
        recorded = now;
        settlement = before == null && !now.isEmpty() && !hand.repeats() ? hand.inherit(now) : null;
        return Progress.MORE;
    }

    private Progress give(Recorded held, BooleanSupplier stopping) {
        BatchDelivery.Answer answer = hand.give(held, stopping);
        if (answer instanceof BatchDelivery.Answer.Settled settled) {
            settlement = settled.settlement();
            batches++;
            given += held.rows().size();
            suspects = Math.max(0, suspects - held.rows().size());
            heard();
        } else if (answer instanceof BatchDelivery.Answer.Refused refused) {
            settlement = refused(held, refused);
            heard();
        } else if (answer instanceof BatchDelivery.Answer.Forgotten forgotten) {
            stopped(forgotten.error().toString());
            return Progress.LATER;
        } else if (answer instanceof BatchDelivery.Answer.Unknown unknown) {
            unknowns++;
            alert = "unanswered " + unknowns + " times: " + unknown.error();
            return Progress.LATER;
        }
        return Progress.MORE;
    }

    private void heard() {
        unknowns = 0;
        alert = null;
    }

    /** Halves the batch until the row is alone that is to blame. Nothing was taken, so the number can be used again. */
    private Settlement refused(Recorded held, BatchDelivery.Answer.Refused refused) {
        List<Row> rows = held.rows();
        Row culprit = refused.row() != null ? refused.row() : rows.size() == 1 ? rows.get(0) : null;
        if (culprit == null) {
            suspects = rows.size();
            return Settlement.NOTHING;
        }
        suspects = 0;
        return Settlement.refused(List.of(new EventRows.Failure(
                culprit.seq(),
                culprit.commitRef(),
                culprit.attempt() - 1,
                true,
                0,
                ClaimedBatch.text(refused.error().toString()))));
    }

    private Progress advance(Recorded last, boolean more) throws SQLException {
        Settlement done = settlement == null ? Settlement.NOTHING : settlement;
        try {
            certain = false;
            recorded = store.advance(lease, last, done, more ? limit() : 0);
            certain = true;
            settlement = null;
        } finally {
            if (!certain) {
                // Whether this has been committed is read from the shard.
                recorded = last;
            }
        }
        return recorded.isEmpty() ? Progress.IDLE : Progress.MORE;
    }

    private int limit() {
        return suspects == 0 ? batch : Math.max(1, Math.min(batch, suspects / 2));
    }

    /** What is recorded makes no sense; returns how long to wait before looking again. */
    long stuck(RuntimeException error) {
        stopped(error.getMessage() == null ? error.toString() : error.getMessage());
        return FORGOTTEN_MILLIS;
    }

    private void stopped(String why) {
        unknowns = 0;
        alert = why;
    }

    /** Whether there is an alert only because the target has not answered yet; any other waits for an operator. */
    boolean isUnanswered() {
        return unknowns > 0;
    }

    /** How long to wait after {@link Progress#LATER}. */
    long laterMillis() {
        return unknowns > 0 ? UNKNOWN.delay(unknowns).toMillis() : FORGOTTEN_MILLIS;
    }

    /** Whether this owner knows nothing that the shard has not recorded, so that another owner can go on with it. */
    boolean canEnd() {
        return recorded == null || (certain && settlement == null && (recorded.isEmpty() || hand.repeats()));
    }

    /** Why the shard does not get on. */
    @Nullable
    String alert() {
        return alert;
    }

    /** How many batches have been handed on. */
    long batches() {
        return batches;
    }

    /** How many rows have been handed on, or failed. */
    long given() {
        return given;
    }

    ShardLeases.Lease lease() {
        return lease;
    }
}
