package dev.leat.engine.figures;

import dev.leat.storage.meter.Counter;

/** What happened to the queues of one shard. Its thread writes it. */
public final class QueueMeter {
    private final Counter enqueued = new Counter();
    private final Counter enqueuedBytes = new Counter();
    private final Counter duplicates = new Counter();
    private final Counter delivered = new Counter();
    private final Counter acked = new Counter();
    private final Counter nacked = new Counter();
    private final Counter released = new Counter();
    private final Counter leasesExpired = new Counter();
    private final Counter expired = new Counter();
    private final Counter deadLettered = new Counter();
    private final Counter parked = new Counter();
    private final Counter dropped = new Counter();
    private final Counter loads = new Counter();
    private final Counter lost = new Counter();

    public QueueMeter() {}

    /**
     * What was counted.
     *
     * @param delivered the leases that were granted
     * @param leasesExpired how many of them ended without being settled
     * @param expired the messages whose time to live was over
     * @param dropped the messages that went without being done: purged, cancelled, or for want of room
     * @param loads how often messages were read from the store
     * @param lost the messages that the store had and that cannot be read any more
     */
    public record Figures(
            long enqueued,
            long enqueuedBytes,
            long duplicates,
            long delivered,
            long acked,
            long nacked,
            long released,
            long leasesExpired,
            long expired,
            long deadLettered,
            long parked,
            long dropped,
            long loads,
            long lost) {

        static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

        Figures plus(Figures other) {
            return new Figures(
                    enqueued + other.enqueued,
                    enqueuedBytes + other.enqueuedBytes,
                    duplicates + other.duplicates,
                    delivered + other.delivered,
                    acked + other.acked,
                    nacked + other.nacked,
                    released + other.released,
                    leasesExpired + other.leasesExpired,
                    expired + other.expired,
                    deadLettered + other.deadLettered,
                    parked + other.parked,
                    dropped + other.dropped,
                    loads + other.loads,
                    lost + other.lost);
        }
    }

    public void enqueued(int bytes) {
        enqueued.increment();
        enqueuedBytes.add(bytes);
    }

    public void repeated() {
        duplicates.increment();
    }

    public void delivered() {
        delivered.increment();
    }

    public void acked() {
        acked.increment();
    }

    public void nacked() {
        nacked.increment();
    }

    public void released() {
        released.increment();
    }

    public void leaseExpired() {
        leasesExpired.increment();
    }

    public void expired() {
        expired.increment();
    }

    public void deadLettered() {
        deadLettered.increment();
    }

    public void parked() {
        parked.increment();
    }

    public void dropped(long messages) {
        dropped.add(messages);
    }

    public void loaded() {
        loads.increment();
    }

    public void lost() {
        lost.increment();
    }

    Figures figures() {
        return new Figures(
                enqueued.value(),
                enqueuedBytes.value(),
                duplicates.value(),
                delivered.value(),
                acked.value(),
                nacked.value(),
                released.value(),
                leasesExpired.value(),
                expired.value(),
                deadLettered.value(),
                parked.value(),
                dropped.value(),
                loads.value(),
                lost.value());
    }
}
