package dev.leat.engine.queue;

import dev.leat.api.Delivery;
import dev.leat.api.Provenance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a group knows of a message that it has touched and not settled. A message without an entry is ready if it is not done.
 *
 * @param epoch counts the grants: only the delivery of the last one can settle
 * @param attempts the grants that were not given back
 * @param due when a scheduled one becomes ready, or a lease ends, in epoch milliseconds
 * @param leasedAt when the lease was granted or last extended
 * @param consumer who has, or last had, the lease
 * @param redelivery why the next delivery is not the first; null if it is
 * @param deadReason why it is on its way to the dead letters, while it is
 * @param bytes how long the message's payload is
 * @param history what became of the last attempts, the oldest first
 */
record Entry(
        State state,
        int epoch,
        int attempts,
        int releases,
        long due,
        long leasedAt,
        long firstDelivered,
        long lastDelivered,
        @Nullable String consumer,
        Delivery.@Nullable Redelivery redelivery,
        Provenance.@Nullable Reason deadReason,
        int bytes,
        List<Provenance.Attempt> history) {

    /** How it stands. */
    enum State {
        READY,
        SCHEDULED,
        LEASED,
        PARKED,
        /** A dead letter that has not arrived at the dead-letter queue yet. */
        MOVING
    }

    /** Nobody has had it yet, but it has to wait. */
    static Entry scheduled(long due, int bytes) {
        return new Entry(State.SCHEDULED, 0, 0, 0, due, 0, 0, 0, null, null, null, bytes, List.of());
    }
}
