package dev.leat.api.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a dead letter comes from, and what it went through there.
 *
 * @param originId the id it had there, which it still has
 * @param history the last attempts, the oldest first, at most {@link #MAX_HISTORY}
 * @param hops how many queues it was a dead letter of
 */
public record Provenance(
        QueueName originQueue,
        GroupName originGroup,
        MessageId originId,
        long originSeq,
        Instant originEnqueuedAt,
        @Nullable Instant firstDeliveredAt,
        @Nullable Instant lastDeliveredAt,
        int attempts,
        int releases,
        Reason reason,
        @Nullable String lastError,
        @Nullable ConsumerName lastConsumer,
        List<Attempt> history,
        int hops) {

    /** The largest number of attempts that are kept. */
    public static final int MAX_HISTORY = 10;

    /** How many queues a dead letter can go through. */
    public static final int MAX_HOPS = 8;

    public Provenance {
        history = List.copyOf(history);
    }

    /** Why a message became a dead letter. */
    public enum Reason {
        /** Its last attempt ended without an ack, reject or expiry of the lease. */
        ATTEMPTS_EXHAUSTED,
        /** Its last attempt ended because its lease expired. */
        LEASE_EXPIRED,
        /** A consumer or an operator rejected it. */
        REJECTED,
        /** Its time to live ended. */
        TTL,
        /** Not in use: a cancelled message is removed and becomes no dead letter. */
        CANCELLED
    }

    /** One delivery that did not end well. */
    public record Attempt(
            int attempt,
            ConsumerName consumer,
            Instant at,
            String outcome,
            @Nullable String reason,
            @Nullable String error) {}
}
