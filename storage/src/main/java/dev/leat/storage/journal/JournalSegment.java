package dev.leat.storage.journal;

import dev.leat.storage.settings.JournalSettings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A segment file that frames go into now or later. */
final class JournalSegment {
    final long index;
    final Path file;
    final Header.Space space;

    /** Up to which offset the file has bytes, so that writing there does not change its size. Only ever grows. */
    volatile int filled;

    /** Whether this incarnation has written its header. */
    boolean claimed;

    JournalSegment(long index, Path file, int filled, Header.Space space) {
        this.index = index;
        this.file = file;
        this.filled = filled;
        this.space = space;
    }

    /** Returns the length of the longest body that a frame can have. */
    static int longestBody(JournalSettings settings) {
        return settings.segmentSize() - Header.SIZE - Frame.HEADER - Frame.RESERVE;
    }

    /**
     * The first bytes of a segment file. Frames of an incarnation before the header's are left over from a part of the journal
     * that was given up.
     */
    record Header(long index, long segmentSize, int incarnation, Space space) {
        static final int SIZE = 64;

        private static final long MAGIC = 0x4C4541544A524E4CL; // LEATJRNL
        private static final int VERSION = 1;
        private static final int SPACE = 32;
        private static final int CRC = 60;

        /** Content of the space that frames are written to. The codes are on disk. */
        enum Space {
            /** Zeros: nothing can be told from them. */
            ZEROS(0),
            /** Filled with {@link Frame#FILL} by the header's incarnation, and synced before frames are written. */
            FRESH(1),
            /** Filled like that, or what an earlier use left; the rest of the last page after a frame is always filled. */
            REUSED(2);

            final int code;

            Space(int code) {
                this.code = code;
            }

            static @Nullable Space of(int code) {
                for (Space space : values()) {
                    if (space.code == code) {
                        return space;
                    }
                }
                return null;
            }
        }

        ByteBuffer encode() {
            ByteBuffer bytes = ByteBuffer.allocate(SIZE);
            bytes.putLong(MAGIC)
                    .putInt(VERSION)
                    .putInt(incarnation)
                    .putLong(index)
                    .putLong(segmentSize);
            bytes.putInt(SPACE, space.code);
            return bytes.putInt(CRC, Frame.crc(bytes.slice(0, CRC))).rewind();
        }

        /** The header at the start of the bytes, or nothing if they are no sound one. */
        static Optional<Header> decode(ByteBuffer bytes) {
            if (bytes.limit() < SIZE
                    || bytes.getLong(0) != MAGIC
                    || bytes.getInt(CRC) != Frame.crc(bytes.slice(0, CRC))
                    || bytes.getInt(8) != VERSION) {
                return Optional.empty();
            }
            Space space = Space.of(bytes.getInt(SPACE));
            return space == null
                    ? Optional.empty()
                    : Optional.of(new Header(bytes.getLong(16), bytes.getLong(24), bytes.getInt(12), space));
        }
    }
}
