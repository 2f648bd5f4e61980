package dev.leat.storage.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The bytes of a frame's header: see docs/format.md. All numbers are big-endian. */
final class FrameFormat {
    static final int HEADER = 40;
    static final int ALIGNMENT = 8;
    static final int PAGE = 4096;

    /** The smallest part of a page that a disk writes as a whole. */
    static final int SECTOR = 512;

    /** What fills space that no frame was written to. No position has such bytes, and lost blocks are read as other ones. */
    static final byte FILL = (byte) 0xE5;

    static final long FILL_WORD = 0xE5E5E5E5E5E5E5E5L;

    /** What data frames leave free at the end of a segment: one CLOSED and one ROLLED frame. */
    static final int RESERVE = 2 * HEADER;

    static final int POSITION = 0;
    static final int DURABLE_BEFORE = 8;
    static final int INCARNATION = 16;
    static final int BODY_LENGTH = 20;
    static final int BODY_CRC = 24;
    static final int SHARD = 28;
    static final int KIND = 32;
    static final int HEADER_CRC = 36;

    private FrameFormat() {}

    /** The bytes that a frame takes up, header and padding included. */
    static int size(int bodyLength) {
        return aligned(HEADER + bodyLength);
    }

    /** The end of the page that an offset is in; a page's start is the end of the one before. */
    static int pageEnd(int offset) {
        return (offset + PAGE - 1) & -PAGE;
    }

    static int aligned(int length) {
        return (length + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** A buffer that holds nothing but {@link #FILL}. */
    static ByteBuffer filled(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            bytes.put(FILL);
        }
        return bytes.clear();
    }

    /** Writes the header of a frame into a buffer of {@link #HEADER} bytes. */
    static void encode(ByteBuffer header, Frame frame, long position, long durableBefore, int incarnation) {
        header.clear()
                .putLong(POSITION, position)
                .putLong(DURABLE_BEFORE, durableBefore)
                .putInt(INCARNATION, incarnation)
                .putInt(BODY_LENGTH, frame.length())
                .putInt(BODY_CRC, frame.bodyCrc)
                .putInt(SHARD, frame.shard)
                .putInt(KIND, frame.kind.code);
        int crc = crc(header.limit(HEADER_CRC));
        header.clear().putInt(HEADER_CRC, crc);
    }

    /** The checksum of what lies between position and limit; leaves both as they are. */
    static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        int position = bytes.position();
        crc.update(bytes);
        bytes.position(position);
        return (int) crc.getValue();
    }
}
