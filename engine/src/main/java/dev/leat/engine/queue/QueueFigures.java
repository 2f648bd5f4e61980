package dev.leat.engine.queue;

/**
 * How much there is in all queues, at one moment.
 *
 * @param bytes of payload
 * @param leases how many messages are with consumers
 * @param scheduled how many wait for their time
 * @param parked how many are out of attempts, with nowhere to go
 * @param moving how many are on their way to another queue
 * @param waiters how many receives wait for messages
 */
public record QueueFigures(
        long queues, long messages, long bytes, long leases, long scheduled, long parked, long moving, long waiters) {

    static final QueueFigures NONE = new QueueFigures(0, 0, 0, 0, 0, 0, 0, 0);

    static QueueFigures of(Stock stock) {
        return new QueueFigures(
                stock.queues(),
                stock.messages(),
                stock.bytes(),
                stock.entries(Entry.State.LEASED),
                stock.entries(Entry.State.SCHEDULED),
                stock.entries(Entry.State.PARKED),
                stock.entries(Entry.State.MOVING),
                stock.waiters());
    }

    QueueFigures plus(QueueFigures other) {
        return new QueueFigures(
                queues + other.queues,
                messages + other.messages,
                bytes + other.bytes,
                leases + other.leases,
                scheduled + other.scheduled,
                parked + other.parked,
                moving + other.moving,
                waiters + other.waiters);
    }
}
