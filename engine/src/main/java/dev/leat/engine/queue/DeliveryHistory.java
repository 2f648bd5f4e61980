package dev.leat.engine.queue;

import dev.leat.api.Provenance;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message went through before it came back to a queue.
 *
 * @param firstDelivered 0 for never
 */
record DeliveryHistory(long firstDelivered, long lastDelivered, List<Provenance.Attempt> history) {
    static final DeliveryHistory NONE = new DeliveryHistory(0, 0, List.of());

    DeliveryHistory {
        history = List.copyOf(history);
    }

    static DeliveryHistory of(Provenance provenance) {
        return new DeliveryHistory(
                millis(provenance.firstDeliveredAt()), millis(provenance.lastDeliveredAt()), provenance.history());
    }

    private static long millis(@Nullable Instant moment) {
        return moment == null ? 0 : moment.toEpochMilli();
    }
}
