package dev.leat.storage.meter;

/** Measures the commits of a journal, and of those that take its place. The committer's thread writes it, once a commit. */
public final class CommitMeter {
    private final Histogram syncs = Histogram.ofLatencies();
    private final Histogram calls = Histogram.ofPowers(1, 1, 17);
    private final Histogram bytes = Histogram.ofPowers(256, 2, 10);

    public CommitMeter() {}

    /**
     * Figures of a measured period.
     *
     * @param syncNanos how long the disk took to make a commit durable; nothing if there is no disk
     * @param calls how many calls shared a commit
     * @param bytes how many bytes of frames a commit had
     */
    public record Figures(Distribution syncNanos, Distribution calls, Distribution bytes) {}

    public void synced(long nanos) {
        syncs.record(nanos);
    }

    public void committed(long callsInIt, long bytesInIt) {
        calls.record(callsInIt);
        bytes.record(bytesInIt);
    }

    public Figures figures() {
        return new Figures(syncs.distribution(), calls.distribution(), bytes.distribution());
    }
}
