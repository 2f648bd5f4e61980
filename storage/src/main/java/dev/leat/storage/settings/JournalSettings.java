package dev.leat.storage.settings;

/**
 * Settings of a journal: how it uses its directory.
 *
 * @param segmentSize bytes of a segment file; fixed for the life of the directory
 * @param fillStep how far ahead of the last frame the files are filled, and how much at a time
 * @param spareSegments how many used-up segments are kept for reuse; more are deleted
 */
public record JournalSettings(int segmentSize, int fillStep, int spareSegments) {
    private static final int MIB = 1 << 20;

    /** What a direct write has to be a multiple of. */
    private static final int PAGE = 4096;

    public JournalSettings {
        check(segmentSize % PAGE == 0 && segmentSize > 0 && segmentSize <= 1024 * MIB, "segmentSize", segmentSize);
        check(fillStep % PAGE == 0 && fillStep > 0 && fillStep <= segmentSize, "fillStep", fillStep);
        check(spareSegments >= 0, "spareSegments", spareSegments);
    }

    public static JournalSettings defaults() {
        return new JournalSettings(64 * MIB, 8 * MIB, 6);
    }

    private static void check(boolean fine, String name, int value) {
        if (!fine) {
            throw new IllegalArgumentException(name + " " + value + " is out of range or no multiple of " + PAGE);
        }
    }
}
