package dev.leat.engine.queue;

import dev.leat.engine.presence.PresenceCounts;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.QueueGauges;

/**
 * How much there is in all queues, at one moment.
 *
 * @param bytes of payload
 * @param ready how many messages can be received, or could but for their key, each for every group that has to work it off
 * @param leases how many messages are with consumers
 * @param scheduled how many wait for their time
 * @param parked how many are out of attempts, with nowhere to go
 * @param moving how many are on their way to another queue
 * @param waiters how many receives wait for messages
 * @param consumers how many are known
 */
public record QueueFigures(
        long queues,
        long messages,
        long bytes,
        long ready,
        long leases,
        long scheduled,
        long parked,
        long moving,
        long waiters,
        PresenceCounts.Figures consumers) {

    static final QueueFigures NONE = new QueueFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, PresenceCounts.Figures.NONE);

    static QueueFigures of(QueueGauges gauges, PresenceCounts.Figures consumers) {
        return new QueueFigures(
                gauges.queues(),
                gauges.messages(),
                gauges.bytes(),
                gauges.ready(),
                gauges.entries(DeliveryState.State.LEASED),
                gauges.entries(DeliveryState.State.SCHEDULED),
                gauges.entries(DeliveryState.State.PARKED),
                gauges.entries(DeliveryState.State.MOVING),
                gauges.waiters(),
                consumers);
    }

    QueueFigures plus(QueueFigures other) {
        return new QueueFigures(
                queues + other.queues,
                messages + other.messages,
                bytes + other.bytes,
                ready + other.ready,
                leases + other.leases,
                scheduled + other.scheduled,
                parked + other.parked,
                moving + other.moving,
                waiters + other.waiters,
                consumers.plus(other.consumers));
    }
}
