package dev.leat.engine.queue.state;

import dev.leat.api.ContentType;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.Provenance;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way from one queue to another.
 *
 * @param id its id, which it keeps
 * @param priority for a target with priorities
 * @param ttl its own time to live in milliseconds; 0 for that of the target. A dead letter only keeps it
 * @param maxAttempts its own limit; 0 for that of the target
 * @param target the only group that sees it; null for all
 * @param provenance where it comes from, if it is a dead letter
 * @param origin its former position
 * @param past its delivery history for the target group
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TransferredMessage(
        DecodedMessageId id,
        byte[] payload,
        ContentType contentType,
        @Nullable String orderKey,
        int priority,
        long ttl,
        int maxAttempts,
        Map<String, String> headers,
        @Nullable GroupName target,
        @Nullable Provenance provenance,
        @Nullable TransferSource origin,
        DeliveryHistory past) {

    /**
     * Delivery history of a message in its former queue.
     *
     * @param firstDelivered 0 for never
     */
    public record DeliveryHistory(long firstDelivered, long lastDelivered, List<Provenance.Attempt> history) {
        public static final DeliveryHistory NONE = new DeliveryHistory(0, 0, List.of());

        public DeliveryHistory {
            history = List.copyOf(history);
        }

        public static DeliveryHistory of(Provenance provenance) {
            return new DeliveryHistory(
                    millis(provenance.firstDeliveredAt()), millis(provenance.lastDeliveredAt()), provenance.history());
        }

        private static long millis(@Nullable Instant moment) {
            return moment == null ? 0 : moment.toEpochMilli();
        }
    }
}
