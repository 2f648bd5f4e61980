package dev.leat.engine.settings;

/**
 * When the journal is moved into archive and store, and how hard the background works.
 *
 * @param bytes a checkpoint begins when the journal has grown, or memory filled, by this much: it bounds what a start replays
 * @param tidyBytesPerSecond how much joining runs and rewriting segments may read and write
 * @param leastFreeDisk appends are refused while the disk has less than this
 */
public record CheckpointSettings(long bytes, long tidyBytesPerSecond, long leastFreeDisk) {

    /** What a checkpoint may need beside the messages in memory: with less than that left, none could be made. */
    public static final long SMALLEST_FREE_DISK = 16L << 20;

    public CheckpointSettings {
        if (leastFreeDisk < SMALLEST_FREE_DISK) {
            throw new IllegalArgumentException("at least " + SMALLEST_FREE_DISK
                    + " bytes of the disk have to stay free, or there is no space for a checkpoint; " + leastFreeDisk
                    + " is too little");
        }
    }

    public static CheckpointSettings defaults() {
        return new CheckpointSettings(128L << 20, 128L << 20, 256L << 20);
    }

    public CheckpointSettings withBytes(long bytes) {
        return new CheckpointSettings(bytes, tidyBytesPerSecond, leastFreeDisk);
    }

    public CheckpointSettings withTidyBytesPerSecond(long bytes) {
        return new CheckpointSettings(this.bytes, bytes, leastFreeDisk);
    }

    public CheckpointSettings withLeastFreeDisk(long bytes) {
        return new CheckpointSettings(this.bytes, tidyBytesPerSecond, bytes);
    }
}
