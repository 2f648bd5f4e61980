package dev.leat.engine.queue;

import dev.leat.api.Delivery;
import dev.leat.api.QueueOutcome;
import dev.leat.api.SettleResult;
import java.util.ArrayList;
import java.util.List;

/** What somebody got who asked for messages. If that is nothing, then because there is nothing, or because of the other things. */
final class FetchResult {
    /** Whoever has this many bytes gets no more, however many messages were asked for. */
    private static final long MAX_BYTES = 8 << 20;

    final List<Delivery> deliveries = new ArrayList<>();
    private long bytes;

    /** There would have been more, but for a limit or a pause. */
    boolean throttled;

    /** Only this consumer has as many as it may; others may get something. */
    boolean ownLimit;

    /** There may be something, but it has to be read, or looked for, first. */
    boolean later;

    void add(Delivery delivery) {
        deliveries.add(delivery);
        bytes += delivery.payload().length;
    }

    boolean isEmpty() {
        return deliveries.isEmpty();
    }

    boolean hasRoom(int most) {
        return deliveries.size() < most && bytes < MAX_BYTES;
    }

    QueueOutcome.Received outcome() {
        return outcome(List.of());
    }

    QueueOutcome.Received outcome(List<SettleResult> acks) {
        return new QueueOutcome.Received(deliveries, throttled, acks);
    }
}
