package dev.leat.api.queue;

import dev.leat.api.Rejection;

/**
 * A message that a {@link DurableQueue} handed out. Its lease is prolonged as long as the thread that has it lives, so that work
 * may take its time and still nothing is stuck with a thread that died.
 */
final class Hold implements Loan {
    private final DeliveryId delivery;
    private volatile Thread holder = Thread.currentThread();

    Hold(DeliveryId delivery) {
        this.delivery = delivery;
    }

    @Override
    public DeliveryId delivery() {
        return delivery;
    }

    /** From now on the calling thread has it. */
    void handOver() {
        holder = Thread.currentThread();
    }

    @Override
    public boolean isWanted() {
        return holder.isAlive();
    }

    @Override
    public void lost(Rejection why) {
        // its settlement returns the rejection
    }
}
