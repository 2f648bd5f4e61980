package dev.leat.engine.figures;

/**
 * Totals over all queues at one moment.
 *
 * @param bytes of payload
 * @param ready messages that can be received, or could but for their key, counted once for each group that has to settle them
 * @param leases messages that are leased
 * @param scheduled messages with a delay that has not ended
 * @param parked messages out of attempts that no dead-letter queue takes
 * @param moving messages on their way to another queue
 * @param waiters receives that wait for messages
 * @param consumers known consumers
 */
public record QueueTotals(
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

    public static final QueueTotals NONE = new QueueTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, PresenceCounts.Figures.NONE);

    public QueueTotals plus(QueueTotals other) {
        return new QueueTotals(
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
