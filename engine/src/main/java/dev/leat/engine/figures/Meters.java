package dev.leat.engine.figures;

import dev.leat.storage.meter.CommitMeter;
import dev.leat.storage.meter.Counter;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** Everything that is counted from when an engine is opened until it is closed: a recovery goes on where it was. */
public final class Meters {
    private final CommitMeter commits = new CommitMeter();
    private final CheckpointMeter checkpoints = new CheckpointMeter();
    private final RejectionMeter rejections = new RejectionMeter();
    private final StreamMeter[] streams;
    private final QueueMeter[] queues;
    private final LongAdder turns = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final Counter tidied = new Counter();
    private final LongAdder failures = new LongAdder();
    private final LongAdder recoveries = new LongAdder();

    public Meters(int shards) {
        streams = new StreamMeter[shards];
        Arrays.setAll(streams, shard -> new StreamMeter());
        queues = new QueueMeter[shards];
        Arrays.setAll(queues, shard -> new QueueMeter());
    }

    public CommitMeter commits() {
        return commits;
    }

    public CheckpointMeter checkpoints() {
        return checkpoints;
    }

    public RejectionMeter rejections() {
        return rejections;
    }

    /** The one that a shard alone writes. */
    public StreamMeter streams(int shard) {
        return streams[shard];
    }

    public StreamMeter.Figures streams() {
        return Arrays.stream(streams)
                .map(StreamMeter::figures)
                .reduce(StreamMeter.Figures.NONE, StreamMeter.Figures::plus);
    }

    /** The one that a shard alone writes. */
    public QueueMeter queues(int shard) {
        return queues[shard];
    }

    public QueueMeter.Figures queues() {
        return Arrays.stream(queues).map(QueueMeter::figures).reduce(QueueMeter.Figures.NONE, QueueMeter.Figures::plus);
    }

    /** A turn of a shard has ended. */
    public void turned(int callsDecided) {
        turns.increment();
        calls.add(callsDecided);
    }

    public long turns() {
        return turns.sum();
    }

    public long calls() {
        return calls.sum();
    }

    /** The background has read and written so many bytes to keep the archive in shape. */
    public void tidied(long bytes) {
        tidied.add(bytes);
    }

    public long tidiedBytes() {
        return tidied.value();
    }

    public void failed() {
        failures.increment();
    }

    public long failures() {
        return failures.sum();
    }

    public void recovered() {
        recoveries.increment();
    }

    public long recoveries() {
        return recoveries.sum();
    }
}
