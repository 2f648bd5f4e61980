package dev.leat.engine.archive;

import dev.leat.engine.shard.Rows;
import dev.leat.storage.archive.Run;

/** A row of the store about the archive. */
public sealed interface ArchiveRow {

    /** The letters that begin the keys of these rows. */
    String LETTERS = "GR";

    /** How long an archive segment is, and how many bytes of its runs are used. */
    record SegmentUse(int segment, long length, long live) implements ArchiveRow {

        public SegmentUse {
            if (segment < 1 || live > length) {
                throw new IllegalArgumentException(
                        "it says that " + live + " of " + length + " bytes of segment " + segment + " are used");
            }
        }
    }

    record RunOf(Run run) implements ArchiveRow {}

    /**
     * Reads a row.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    static ArchiveRow read(byte[] key, byte[] value) {
        return Rows.decode(value, in -> switch (key[0]) {
            case 'G' -> new SegmentUse(ArchiveKeys.segmentOf(Rows.requireKeyLength(key, 5)), in.varint(), in.varint());
            case 'R' -> new RunOf(RunIndex.read(Rows.requireKeyLength(key, 17), in));
            default -> throw new IllegalArgumentException("it is of no kind that the archive has");
        });
    }
}
