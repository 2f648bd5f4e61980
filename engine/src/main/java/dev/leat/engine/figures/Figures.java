package dev.leat.engine.figures;

import dev.leat.storage.meter.CommitMeter;
import dev.leat.storage.meter.StoreFigures;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything an operator may want to know of an engine, at one moment. Counts begin with zero when the engine is opened and are not
 * reset by a recovery.
 *
 * @param queues how much there is in queues now
 * @param queueWork what happened to queues
 * @param rejections how often which kind of rejection was given
 * @param scrub how far everything on disk was compared with its checksums, and what was found to be damaged
 * @param tidiedBytes what was read and written to keep the archive in shape
 * @param failures how often storage failed
 * @param recoveries how often it was recovered
 */
public record Figures(
        State state,
        Stats stats,
        Shards shards,
        Bounds bounds,
        StreamMeter.Figures streams,
        QueueTotals queues,
        QueueMeter.Figures queueWork,
        SortedMap<String, Long> rejections,
        CommitMeter.Figures commits,
        CheckpointMeter.Figures checkpoints,
        Reads reads,
        Disk disk,
        ScrubMeter.Figures scrub,
        long tidiedBytes,
        long failures,
        long recoveries) {

    /**
     * How much is decided.
     *
     * @param backlogs how many calls wait for each of the threads
     */
    public record Shards(int count, long turns, long calls, List<Integer> backlogs) {}

    /**
     * What there may be at most, of what {@link Stats} says there is.
     *
     * @param backlog how many calls may wait for one thread
     */
    public record Bounds(long bytes, long hotBytes, long metadataBytes, int backlog) {}

    /**
     * Reads and watchers.
     *
     * @param coldWaiting reads that wait for a thread that may wait for the disk
     * @param coldServed reads that had one
     * @param watchers registrations to be notified of changes
     */
    public record Reads(int coldWaiting, long coldServed, int watchers) {}

    /**
     * What is on disk. Nothing is known of the store while it is being recovered.
     *
     * @param free how much space is left; null for an engine in memory, or if it cannot be determined
     * @param full whether appends are refused for want of space
     */
    public record Disk(
            int archiveSegments,
            long archiveBytes,
            StoreFigures store,
            @Nullable Long free,
            boolean full) {}
}
