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
record Past(long firstDelivered, long lastDelivered, List<Provenance.Attempt> history) {
    static final Past NONE = new Past(0, 0, List.of());

    Past {
        history = List.copyOf(history);
    }

    static Past of(Provenance provenance) {
        return new Past(
                millis(provenance.firstDeliveredAt()), millis(provenance.lastDeliveredAt()), provenance.history());
    }

    private static long millis(@Nullable Instant moment) {
        return moment == null ? 0 : moment.toEpochMilli();
    }
}
