package dev.leat.outbox.relay;

import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.EventRows;
import dev.leat.outbox.sql.ShardLeases;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The durable side of a shard. Each call is one transaction, which commits nothing if the lease is lost
 * ({@link ShardLeases.LeaseLost}). One that throws {@link SQLException} may have committed.
 */
interface ShardStore {

    /** What is recorded. */
    Recorded load(ShardLeases.Lease lease) throws SQLException;

    /**
     * Settles the recorded batch, and records the next one.
     *
     * @param last what is recorded, as far as the caller knows
     * @param limit rows of the next batch; 0 for none
     */
    Recorded advance(ShardLeases.Lease lease, Recorded last, Settlement settlement, int limit) throws SQLException;

    /**
     * A batch that is about to be handed on, or is with a sink now, or was: only the owner that handed it on knows which.
     *
     * @param before the node that had the shard before this lease; null if it was given back
     * @param number of the batch, or of the next one if this one is empty
     */
    record Recorded(@Nullable String before, long epoch, long number, List<Row> rows) {

        boolean isEmpty() {
            return rows.isEmpty();
        }
    }

    /**
     * Results of the rows of a batch. Those that are not named are ready as before.
     *
     * @param handedOn whether the batch has used up its number
     * @param suspectOf the node that had the rows when it ended; null if their sink has answered
     */
    record Settlement(
            boolean handedOn,
            List<Row> done,
            List<EventRows.Failure> failures,
            @Nullable String suspectOf) {

        static final Settlement NOTHING = new Settlement(false, List.of(), List.of(), null);

        boolean isNothing() {
            return !handedOn && done.isEmpty() && failures.isEmpty();
        }

        static Settlement done(List<Row> rows) {
            return new Settlement(true, rows, List.of(), null);
        }

        /** Nothing of the batch was taken, and these rows will never be. */
        static Settlement refused(List<EventRows.Failure> failures) {
            return new Settlement(false, List.of(), failures, null);
        }
    }
}
