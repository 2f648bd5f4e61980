package dev.leat.api.queue;

import dev.leat.api.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * One message that a worker has in hand. Either the handler's end settles it or the worker gives it back, never both: the
 * first {@link #take} decides.
 */
final class Assignment implements Loan {
    private final Delivery delivery;
    private volatile @Nullable Thread thread;
    private boolean handled; // guarded by this: the thread is interrupted only while it runs the handler
    private boolean taken;
    private volatile boolean lost;
    private volatile boolean hurried;

    Assignment(Delivery delivery) {
        this.delivery = delivery;
    }

    @Override
    public DeliveryId delivery() {
        return delivery.deliveryId();
    }

    @Override
    public boolean isWanted() {
        return true; // the settling thread tells the keeper
    }

    Delivery message() {
        return delivery;
    }

    boolean isOf(Thread candidate) {
        return candidate.equals(thread);
    }

    /** Runs the handler on this thread and returns its settlement; null if the lease is lost and there is none to send. */
    @Nullable
    Settlement run(Handler handler) {
        begin();
        Settlement settlement = outcome(handler);
        synchronized (this) {
            handled = true;
            Thread.interrupted(); // one that came for the handler is not for the settling
        }
        return settlement;
    }

    /** From now on it can be interrupted; if it was to be before, it is now. */
    private synchronized void begin() {
        thread = Thread.currentThread();
        if (lost || hurried) {
            interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private @Nullable Settlement outcome(Handler handler) {
        try {
            handler.handle(delivery);
            return Settlement.Ack.of(delivery());
        } catch (Handler.Reject e) {
            return new Settlement.Reject(delivery(), e.getMessage(), e.getCause() == null ? null : Failure.text(e));
        } catch (Handler.RetryAfter e) {
            return new Settlement.Nack(delivery(), e.delay(), e.getMessage(), null);
        } catch (Throwable e) { // also an Error: the message is to be tried again, and the worker goes on
            return failed(e);
        }
    }

    private @Nullable Settlement failed(Throwable e) {
        if (lost) {
            return null; // others may have it by now, and a nack would be refused
        }
        return hurried
                ? Settlement.Release.of(delivery())
                : new Settlement.Nack(delivery(), null, e.getClass().getName(), Failure.text(e));
    }

    /** Returns whether this call is the first, whose caller settles the message. */
    synchronized boolean take() {
        boolean first = !taken;
        taken = true;
        return first;
    }

    @Override
    public void lost(Rejection why) {
        lost = true;
        interrupt();
    }

    /** The worker does not wait any longer. */
    void hurry() {
        hurried = true;
        interrupt();
    }

    private synchronized void interrupt() {
        Thread runs = thread;
        if (runs != null && !handled) {
            runs.interrupt();
        }
    }
}
