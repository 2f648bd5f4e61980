package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A frame on its way to the disk, and a link in the list of waiting frames. The constants are the layout of its header: see
 * {@code docs/format.md}. All numbers are big-endian.
 */
final class Frame {
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

    /** Kinds of frames. Only {@link #DATA} is shown to readers. */
    enum Kind {
        /** What a caller appended. */
        DATA(1),
        /** The first frame of an incarnation: everything before it is durable, and nothing after it is older than it. */
        OPENED(2),
        /** The last frame of an incarnation that ended in order. */
        CLOSED(3),
        /** The last frame of a segment: the journal goes on in the next one, which is there and has a sound header. */
        ROLLED(4);

        final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    private static final Logger log = LoggerFactory.getLogger(Frame.class);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    final Kind kind;
    final int shard;
    final ByteBuffer body;
    final int bodyCrc;
    final @Nullable Commit commit;

    /** The frame appended before this one while waiting, the one appended after it once taken. */
    @Nullable
    Frame next;

    /** The position after the frame, once it has a place. */
    long end;

    /** Why this frame alone found no place. */
    @Nullable
    StorageException refusal;

    private Frame(Kind kind, int shard, ByteBuffer body, @Nullable Commit commit) {
        this.kind = kind;
        this.shard = shard;
        this.body = body;
        this.bodyCrc = crc(body);
        this.commit = commit;
    }

    static Frame data(int shard, ByteBuffer body, Commit commit) {
        return new Frame(Kind.DATA, shard, body, commit);
    }

    static Frame opened(Commit commit) {
        return new Frame(Kind.OPENED, 0, NOTHING, commit);
    }

    static Frame closed(Commit commit) {
        return new Frame(Kind.CLOSED, 0, NOTHING, commit);
    }

    static Frame rolled() {
        return new Frame(Kind.ROLLED, 0, NOTHING, null);
    }

    /** Never written: stands for a state of the list of those that wait. */
    static Frame mark() {
        return new Frame(Kind.ROLLED, 0, NOTHING, null);
    }

    int length() {
        return body.remaining();
    }

    int size() {
        return size(length());
    }

    int calls() {
        return commit == null ? 0 : commit.calls();
    }

    /** What has to stay free behind this frame: room to roll always, and room to close unless this closes. */
    int reserve() {
        return kind == Kind.CLOSED ? HEADER : RESERVE;
    }

    /** Says what became of the frame. A callback that throws must not stop the others. */
    void tell(@Nullable StorageException failure) {
        if (commit == null) {
            return;
        }
        try {
            StorageException cause = refusal != null ? refusal : failure;
            if (cause == null) {
                commit.durable(end);
            } else {
                commit.failed(cause);
            }
        } catch (RuntimeException | Error e) {
            log.error("a commit callback of shard {} threw", shard, e);
        }
    }

    /** The bytes that a frame takes up, header and padding included. */
    static int size(int bodyLength) {
        return aligned(HEADER + bodyLength);
    }

    /**
     * Returns how long a file is at least once a frame was written that ends at an offset: a page of prepared space follows, unless the
     * segment ends there.
     */
    static int preparedEnd(int offset, int segmentSize) {
        return Math.min(segmentSize, pageEnd(offset) + PAGE);
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
