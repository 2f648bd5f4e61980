package dev.leat.storage.archive;

/**
 * A comparison of one run with its checksums, a piece at a time. Between two pieces no file is held, so that the segment can be
 * dropped meanwhile. For one thread.
 */
@FunctionalInterface
public interface RunCheck {

    /**
     * Compares the next piece. Returns how many bytes were read for it; 0 if the run was compared to its end and is sound.
     *
     * @throws SegmentGoneException if the segment was dropped: nothing can be said about the run
     * @throws dev.leat.storage.CorruptionException if the run is not what was written
     * @throws dev.leat.storage.StorageException if it cannot be read
     */
    int next();
}
