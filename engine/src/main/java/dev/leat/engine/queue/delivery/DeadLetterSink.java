package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Destination of messages that failed for good in a group. */
public interface DeadLetterSink {

    /**
     * Moves a message to the dead-letter queue, parks it, or drops it. A message that is not in memory is read first, and moves later.
     *
     * @param state with the whole history
     */
    SettleResult send(Group group, long at, DeliveryState state, Provenance.Reason reason, Changes changes);

    /** Returns the rejection for a consumer that settles a message which is a dead letter by now. */
    Rejection leaseLost(Group group, long at);

    /** Returns what is known of the dead letter that a message became, or is becoming. */
    DeadLetterRef find(Group group, long at);

    /**
     * What is known at the origin of a message of the dead letter that it became.
     *
     * @param to the queue where it is, or is going; null if that is not known any more
     * @param moving whether it may not have arrived there yet
     * @param lost the rejection for a consumer while the dead letter exists
     */
    record DeadLetterRef(@Nullable QueueName to, TransferSource origin, boolean moving, Rejection lost) {

        /** Result of removing a dead letter. */
        public enum Removal {
            REMOVED,
            /** The dead letter is on its way to yet another queue, and cannot be removed. */
            LEAVING,
            ABSENT
        }

        /** Returns the result of an ack that removes the dead letter. One that has not arrived yet can be acked again. */
        public SettleResult acked(Removal removal) {
            return switch (removal) {
                case REMOVED -> new SettleResult.Acked(true);
                case LEAVING -> new SettleResult.Refused(lost);
                case ABSENT ->
                    moving
                            ? new SettleResult.Refused(lost)
                            : new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.UNKNOWN);
            };
        }
    }
}
