package dev.leat.api.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an operator says about a message of which it has no delivery. A leased message is settled in the place of its consumer, whose own
 * settlement is refused afterwards as if the lease had ended. A message that is not leased can be acked, and rejected unless it is
 * parked already.
 */
public sealed interface MessageSettlement {

    /** Returns the same settlement of a delivery. */
    Settlement of(DeliveryId delivery);

    /** The message is done for the group. */
    record Ack() implements MessageSettlement {
        @Override
        public Settlement of(DeliveryId delivery) {
            return Settlement.Ack.of(delivery);
        }
    }

    /**
     * The attempt failed: the message is delivered again, or is a dead letter if it is out of attempts.
     *
     * @param delay how long it waits; null for what the queue says
     */
    record Nack(@Nullable Duration delay, @Nullable String reason) implements MessageSettlement {
        @Override
        public Settlement of(DeliveryId delivery) {
            return new Settlement.Nack(delivery, delay, reason, null);
        }
    }

    /** The attempt does not count: the message goes back to its place. */
    record Release(@Nullable Duration delay) implements MessageSettlement {
        @Override
        public Settlement of(DeliveryId delivery) {
            return new Settlement.Release(delivery, delay);
        }
    }

    /** The message can never be processed: it is a dead letter, however many attempts it has left. */
    record Reject(@Nullable String reason) implements MessageSettlement {
        @Override
        public Settlement of(DeliveryId delivery) {
            return new Settlement.Reject(delivery, reason, null);
        }
    }

    /** The lease ends so long from now; the consumer keeps it until then. */
    record Extend(Duration lease) implements MessageSettlement {
        @Override
        public Settlement of(DeliveryId delivery) {
            return new Settlement.Extend(delivery, lease);
        }
    }
}
