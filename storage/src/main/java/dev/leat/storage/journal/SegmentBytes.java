package dev.leat.storage.journal;

import dev.leat.storage.layout.DiskFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * One segment read into memory. A single buffer serves all segments of a scan in turn. Reads, not a mapping: an I/O error
 * then is an exception that can name the file.
 */
final class SegmentBytes {
    private final JournalFiles files;
    private final int segmentSize;
    private final ByteBuffer bytes;
    private long index = -1;
    private Optional<JournalSegment.Header> header = Optional.empty();

    SegmentBytes(JournalFiles files, int segmentSize) {
        this.files = files;
        this.segmentSize = segmentSize;
        this.bytes = ByteBuffer.allocateDirect((int) files.longest());
    }

    /** Reads a segment; one that is not there has no bytes. */
    void load(long wanted) {
        if (index == wanted) {
            return;
        }
        index = wanted;
        bytes.clear();
        if (files.has(wanted)) {
            read(file());
        }
        bytes.flip();
        header = JournalSegment.Header.decode(bytes).filter(found -> found.index() == index);
    }

    Path file() {
        return files.file(index);
    }

    long index() {
        return index;
    }

    /** The position of the segment's first byte. */
    long base() {
        return index * segmentSize;
    }

    int length() {
        return bytes.limit();
    }

    boolean isSound() {
        return header.isPresent();
    }

    /** The incarnation that prepared the segment. */
    int incarnation() {
        return header.map(JournalSegment.Header::incarnation).orElse(0);
    }

    /** What the bytes were before frames were written to them; zeros if the header does not tell. */
    JournalSegment.Header.Space space() {
        return header.map(JournalSegment.Header::space).orElse(JournalSegment.Header.Space.ZEROS);
    }

    /** Whether the eight bytes at an offset are there and are these. */
    boolean hasWord(int offset, long word) {
        return offset >= 0 && offset + Long.BYTES <= length() && bytes.getLong(offset) == word;
    }

    /** Whether the bytes are zeros in which a header has the kind of its frame; no kind is zero. */
    boolean isKindless(int offset) {
        return bytes.getInt(offset + Frame.KIND) == 0;
    }

    /** Whether a header, sound or not, was written for exactly this place. */
    boolean bearsPosition(int offset) {
        return offset >= JournalSegment.Header.SIZE
                && offset + Frame.HEADER <= length()
                && bytes.getLong(offset + Frame.POSITION) == base() + offset;
    }

    /** Whether there is a sound header for exactly this place. */
    boolean hasHeader(int offset) {
        return bearsPosition(offset)
                && bytes.getInt(offset + Frame.HEADER_CRC) == crc(offset, Frame.HEADER_CRC)
                && bodyLength(offset) >= 0
                && bodyLength(offset) <= segmentSize;
    }

    /** Whether there is a sound header for this place and the body that belongs to it. */
    boolean hasFrame(int offset) {
        return hasHeader(offset)
                && offset + Frame.HEADER + bodyLength(offset) <= length()
                && bytes.getInt(offset + Frame.BODY_CRC) == crc(offset + Frame.HEADER, bodyLength(offset));
    }

    /** The offset after a frame. */
    int end(int offset) {
        return offset + Frame.size(bodyLength(offset));
    }

    int bodyLength(int offset) {
        return bytes.getInt(offset + Frame.BODY_LENGTH);
    }

    int incarnation(int offset) {
        return bytes.getInt(offset + Frame.INCARNATION);
    }

    long durableBefore(int offset) {
        return bytes.getLong(offset + Frame.DURABLE_BEFORE);
    }

    boolean is(Frame.Kind kind, int offset) {
        return bytes.getInt(offset + Frame.KIND) == kind.code;
    }

    /** Shows a frame if it is one for readers. */
    void show(int offset, FrameReader reader) {
        if (is(Frame.Kind.DATA, offset)) {
            int shard = bytes.getInt(offset + Frame.SHARD);
            reader.frame(shard, base() + end(offset), bytes.slice(offset + Frame.HEADER, bodyLength(offset)));
        }
    }

    private int crc(int offset, int length) {
        return Frame.crc(bytes.slice(offset, length));
    }

    private void read(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
        } catch (IOException e) {
            throw DiskFailure.of("cannot read " + file, e);
        }
    }
}
