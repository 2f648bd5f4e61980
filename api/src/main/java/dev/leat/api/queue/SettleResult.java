package dev.leat.api.queue;

import dev.leat.api.Rejection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of a {@link Settlement}. */
public sealed interface SettleResult {

    /**
     * The message is done.
     *
     * @param late whether the lease had ended, but no other consumer had got the message
     */
    record Acked(boolean late) implements SettleResult {}

    /** Nothing was left to do. */
    record AlreadySettled(How how) implements SettleResult {
        /** How the message ended. */
        public enum How {
            /** It was acked. */
            ACKED,
            /** It was cancelled. */
            CANCELLED,
            /** It was purged. */
            PURGED,
            /** Its time to live ended. */
            EXPIRED,
            /** It was removed: out of attempts, or to make room in a full queue. */
            DROPPED,
            /** It is too long ago to say. */
            UNKNOWN
        }
    }

    /** @param readyAt when it can be delivered again */
    record Requeued(Instant readyAt) implements SettleResult {}

    /** @param messageId by which it is known there too; null if it is being read from the disk before it can go */
    record DeadLettered(QueueName queue, @Nullable MessageId messageId) implements SettleResult {}

    /** The message is out of attempts and parked. */
    record Parked() implements SettleResult {}

    /** The message is out of attempts and removed. */
    record Dropped() implements SettleResult {}

    /** The lease was prolonged. */
    record Extended(Instant leaseUntil) implements SettleResult {}

    /** This one was refused; others of the same call need not be. */
    record Refused(Rejection rejection) implements SettleResult {}

    /** Why it was refused, if it was. */
    default @Nullable Rejection rejection() {
        return this instanceof Refused refused ? refused.rejection() : null;
    }
}
