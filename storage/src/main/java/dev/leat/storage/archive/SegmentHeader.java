package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** The first bytes of a segment file: that it is a segment of Leat, in which format, and which segment it is. */
final class SegmentHeader {

    static final int BYTES = 16;
    static final int VERSION = 1;

    private static final int MAGIC = 0x4C544152; // "LTAR"

    private SegmentHeader() {}

    static ByteBuffer of(int segment) {
        ByteBuffer header =
                ByteBuffer.allocate(BYTES).putInt(MAGIC).putInt(VERSION).putInt(segment);
        return header.putInt(checksum(header)).flip();
    }

    /** Refuses a file that is not the segment it is named after. */
    static void check(ByteBuffer header, int segment, Path file) {
        int checksum = checksum(header);
        if (header.getInt(0) != MAGIC || header.getInt(12) != checksum) {
            throw new CorruptionException(file, 0, "the segment header is not what was written");
        }
        if (header.getInt(4) != VERSION) {
            throw new LayoutException(file + " has archive format " + header.getInt(4) + ", this version of Leat reads "
                    + VERSION + ". Use the version that wrote it");
        }
        if (header.getInt(8) != segment) {
            throw new CorruptionException(file, 8, "the file is segment " + header.getInt(8) + ", renamed");
        }
    }

    private static int checksum(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().position(0).limit(12));
        return (int) crc.getValue();
    }
}
