package dev.leat.storage.journal;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The first bytes of a segment file. Frames of an incarnation before the header's are left over from a part of the journal
 * that was given up.
 */
record SegmentHeader(long index, long segmentSize, int incarnation) {
    static final int SIZE = 64;

    private static final long MAGIC = 0x4C4541544A524E4CL; // LEATJRNL
    private static final int VERSION = 1;
    private static final int CRC = 60;

    ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE);
        bytes.putLong(MAGIC).putInt(VERSION).putInt(incarnation).putLong(index).putLong(segmentSize);
        return bytes.putInt(CRC, FrameFormat.crc(bytes.slice(0, CRC))).rewind();
    }

    /** The header at the start of the bytes, or nothing if they are no sound one. */
    static Optional<SegmentHeader> decode(ByteBuffer bytes) {
        if (bytes.limit() < SIZE
                || bytes.getLong(0) != MAGIC
                || bytes.getInt(CRC) != FrameFormat.crc(bytes.slice(0, CRC))
                || bytes.getInt(8) != VERSION) {
            return Optional.empty();
        }
        return Optional.of(new SegmentHeader(bytes.getLong(16), bytes.getLong(24), bytes.getInt(12)));
    }
}
