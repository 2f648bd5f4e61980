package dev.leat.engine.archive;

import java.nio.ByteBuffer;

/**
 * Keys of the store's rows about the archive. They are on disk.
 *
 * <pre>
 * G segment            how long an archive segment is, and how much of it is used
 * R id end             a run of a stream
 * </pre>
 */
public final class ArchiveKeys {
    private ArchiveKeys() {}

    public static byte[] segment(int segment) {
        return ByteBuffer.allocate(5).put((byte) 'G').putInt(segment).array();
    }

    static int segmentOf(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    static byte[] run(long stream, long end) {
        return ByteBuffer.allocate(17)
                .put((byte) 'R')
                .putLong(stream)
                .putLong(end)
                .array();
    }

    static long streamOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    static long endOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(9);
    }
}
