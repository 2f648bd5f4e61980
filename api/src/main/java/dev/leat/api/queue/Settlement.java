package dev.leat.api.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The decision of a consumer about a delivery: done, failed, given back, never, or longer. */
public sealed interface Settlement {

    /** The longest reason or error that is kept, in bytes of UTF-8; what is longer is cut. */
    int MAX_ERROR_BYTES = 4096;

    /** Returns the delivery that is settled. */
    DeliveryId delivery();

    /**
     * The work is done.
     *
     * @param evenIfDead whether a copy among the dead letters is removed as well, leased or not. It is answered when that is
     *     durable; if there is none any more, it was settled already; if it is on its way between queues, the lease is lost, and
     *     it can be acked again. Together with others, all or none, a dead letter is not removed: then the lease is lost, too
     */
    record Ack(DeliveryId delivery, boolean evenIfDead) implements Settlement {
        /** Returns an ack that does not remove a copy among the dead letters. */
        public static Ack of(DeliveryId delivery) {
            return new Ack(delivery, false);
        }
    }

    /**
     * The work failed and is to be tried again.
     *
     * @param delay how long it waits; null for what the queue says
     */
    record Nack(
            DeliveryId delivery,
            @Nullable Duration delay,
            @Nullable String reason,
            @Nullable String error) implements Settlement {
        public Nack {
            requireNotNegative(delay);
        }

        /** Returns a nack without error whose delay is the queue's backoff. */
        public static Nack of(DeliveryId delivery) {
            return new Nack(delivery, null, null, null);
        }

        /** Returns a copy with a delay that replaces the queue's backoff. */
        public Nack withDelay(Duration value) {
            return new Nack(delivery, value, reason, error);
        }

        /** Returns a copy with a short reason, which is kept in the history of the message. */
        public Nack withReason(String value) {
            return new Nack(delivery, delay, value, error);
        }

        /** Returns a copy with the text of an error, which is kept in the history of the message. */
        public Nack withError(String value) {
            return new Nack(delivery, delay, reason, value);
        }
    }

    /** The work was not begun: the attempt is given back, and the message goes to its place. */
    record Release(DeliveryId delivery, @Nullable Duration delay) implements Settlement {
        public Release {
            requireNotNegative(delay);
        }

        /** Returns a release without a delay. */
        public static Release of(DeliveryId delivery) {
            return new Release(delivery, null);
        }
    }

    /** The work can never succeed: the message is a dead letter, however many attempts it has left. */
    record Reject(
            DeliveryId delivery,
            @Nullable String reason,
            @Nullable String error) implements Settlement {
        /** Returns a reject with a short reason. */
        public static Reject of(DeliveryId delivery, String reason) {
            return new Reject(delivery, reason, null);
        }
    }

    /** The work goes on: the lease ends so long from now. Zero ends it at once, with the attempt spent. */
    record Extend(DeliveryId delivery, Duration lease) implements Settlement {
        public Extend {
            requireNotNegative(lease);
        }
    }

    private static void requireNotNegative(@Nullable Duration duration) {
        if (duration != null && duration.isNegative()) {
            throw new IllegalArgumentException("a delay or lease is not negative");
        }
    }
}
