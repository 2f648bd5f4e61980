package dev.leat.api.queue;

import dev.leat.api.Rejection;

/** A delivery whose lease is to be kept from ending. Identity, not equality. */
interface Loan {

    DeliveryId delivery();

    /** Whether the lease is still to be prolonged. If not, it runs out. */
    boolean isWanted();

    /** The lease is over, and other consumers may have the message. */
    void lost(Rejection why);
}
