package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Header of a run in a segment, right before its wire bytes. The checksum also covers where the header lies, which is
 * not stored: a header that a disk wrote to the wrong place, or that an older file left behind, is not taken for a run.
 */
record RunHeader(long owner, long start, int length, int messages, int endsBytes, int wireSum, int endsSum) {

    static final int BYTES = 44;

    private static final int MAGIC = 0x4C54524E; // "LTRN"
    private static final int SUMMED = 40;

    /** Adds the header to a buffer, for the place {@code at} of a segment. */
    void put(ByteBuffer into, int segment, long at) {
        int begin = into.position();
        into.putInt(MAGIC).putLong(owner).putLong(start).putInt(length).putInt(messages);
        into.putInt(endsBytes).putInt(wireSum).putInt(endsSum);
        into.putInt(checksum(into, begin, segment, at));
    }

    /** The header in the first bytes of a buffer, if it is one that was written to this place. */
    static Optional<RunHeader> read(ByteBuffer from, int segment, long at) {
        if (from.getInt(0) != MAGIC || from.getInt(SUMMED) != checksum(from, 0, segment, at)) {
            return Optional.empty();
        }
        RunHeader header = new RunHeader(
                from.getLong(4),
                from.getLong(12),
                from.getInt(20),
                from.getInt(24),
                from.getInt(28),
                from.getInt(32),
                from.getInt(36));
        return Optional.of(header);
    }

    /** How much of the file the run takes, header and ends included. */
    long size() {
        return (long) BYTES + length + endsBytes;
    }

    /** The run whose header lies at a place of a segment. */
    Run run(int segment, long at) {
        return new Run(owner, start, length, messages, segment, at + BYTES);
    }

    private static int checksum(ByteBuffer bytes, int begin, int segment, long at) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().position(begin).limit(begin + SUMMED));
        crc.update(ByteBuffer.allocate(12).putInt(segment).putLong(at).flip());
        return (int) crc.getValue();
    }
}
