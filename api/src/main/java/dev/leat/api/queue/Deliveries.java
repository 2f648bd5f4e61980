package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;
import java.util.Iterator;
import java.util.List;

/**
 * The result of a receive: the deliveries, and if there are none, whether a limit held messages back.
 *
 * @param throttled whether there would have been more, but for a limit on leases or a pause
 * @param acks what came of each delivery that was acked with the receive, in their order; none if the waiting was given up
 *     before a server told
 */
public record Deliveries(List<Delivery> deliveries, boolean throttled, List<SettleResult> acks)
        implements Outcome, Iterable<Delivery> {
    public Deliveries {
        deliveries = List.copyOf(deliveries);
        acks = List.copyOf(acks);
    }

    /** Creates a result without acks. */
    public Deliveries(List<Delivery> deliveries, boolean throttled) {
        this(deliveries, throttled, List.of());
    }

    /** Returns whether there are no deliveries. */
    public boolean isEmpty() {
        return deliveries.isEmpty();
    }

    @Override
    public Iterator<Delivery> iterator() {
        return deliveries.iterator();
    }
}
