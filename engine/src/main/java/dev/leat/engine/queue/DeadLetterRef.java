package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.SettleResult;
import org.jspecify.annotations.Nullable;

/**
 * What is known where a message was of the dead letter that it became.
 *
 * @param to where it is, or is going; null if nobody knows
 * @param moving whether it may not have arrived there yet
 * @param lost what to tell a worker as long as the dead letter is there
 */
record DeadLetterRef(@Nullable QueueName to, TransferSource origin, boolean moving, Rejection lost) {

    /** What an ack that removes the dead letter is answered. What has not arrived is not gone: it can be acked again. */
    SettleResult acked(RemoveDeadLetterCall.Found found) {
        return switch (found) {
            case REMOVED -> new SettleResult.Acked(true);
            case LEAVING -> new SettleResult.Refused(lost);
            case ABSENT ->
                moving
                        ? new SettleResult.Refused(lost)
                        : new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.UNKNOWN);
        };
    }
}
