package dev.leat.storage.settings;

/**
 * The limits of an archive.
 *
 * @param segmentBytes a segment that has reached this length takes no more runs; the last run may reach beyond it
 * @param idleFiles how many segment files without a reader are kept open
 * @param writeBuffer bytes of runs that are gathered before they are written
 */
public record ArchiveSettings(long segmentBytes, int idleFiles, int writeBuffer) {

    public ArchiveSettings {
        if (segmentBytes < 1 || idleFiles < 0 || writeBuffer < 4096) {
            throw new IllegalArgumentException("an archive needs segments of at least 1 byte, no less than 0 idle files"
                    + " and a write buffer of at least 4096 bytes, not " + segmentBytes + ", " + idleFiles + " and "
                    + writeBuffer);
        }
    }

    public static ArchiveSettings defaults() {
        return new ArchiveSettings(256L << 20, 256, 1 << 20);
    }

    public ArchiveSettings withIdleFiles(int files) {
        return new ArchiveSettings(segmentBytes, files, writeBuffer);
    }

    public ArchiveSettings withSegmentBytes(long bytes) {
        return new ArchiveSettings(bytes, idleFiles, writeBuffer);
    }
}
