package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Message bytes in the format of the wire, in segment files that are only ever appended to and dropped whole. One thread
 * writes; any thread reads.
 */
public interface Archive extends AutoCloseable {

    /**
     * Writes a run at the end of the active segment. It is durable, and may be remembered by the store, after the next
     * {@link #sync}.
     *
     * @param wire the bytes, between position and limit of each buffer
     * @param ends the end of each message, counted in bytes from the run's first; the last equals the run's length
     */
    Run write(long owner, long start, List<ByteBuffer> wire, int[] ends);

    /** Makes every written run durable. */
    void sync();

    /**
     * A range of a run, kept readable until it is closed even when the segment is dropped meanwhile.
     *
     * @param from stream position of the first byte wanted
     * @param to stream position after the last byte wanted
     * @throws SegmentGoneException if the segment was dropped: look the run up again
     * @throws dev.leat.storage.CorruptionException if the file is too short to hold the run
     */
    Region open(Run run, long from, long to);

    /** The end of each message of a run, counted in bytes from the run's first. */
    int[] ends(Run run);

    /** Reads a run whole and compares its checksums. */
    void verify(Run run);

    /** Compares a run with its checksums as {@link #verify} does, a piece at a time, with bytes that come from the disk. */
    default RunCheck check(Run run) {
        return () -> {
            verify(run);
            return 0;
        };
    }

    /** The segments there are, oldest first, with their lengths. */
    List<Segment> segments();

    /**
     * Shows every run that was ever written to a segment and synced, in the order of the file; the store knows which are
     * still used. Where runs begin and end is checked on the way, their bytes are not.
     */
    void scan(int segment, Consumer<Run> visitor);

    /** Begins a new active segment, so that the one before can be dropped. Numbers of segments are never used again. */
    void seal();

    /**
     * Forgets a segment. Its file goes when the last region of it is closed. The active segment, which is the newest one,
     * cannot be dropped. To be called after the store has committed that nothing points there: then a crash only leaves a
     * file that the next start removes.
     */
    void drop(int segment);

    /** Copies the named segments, each up to the given length, into an empty directory. */
    void copyTo(Path directory, List<Segment> segments);

    @Override
    void close();
}
