package dev.leat.storage.journal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * Writer of frames, one after another, into the active segment. Small frames are gathered in one buffer: copying a hundred bytes
 * is far cheaper than an entry of a gathering write.
 *
 * <p>Only whole pages are written, so that a disk can take them as they are. The last one is written again by the next sync, with
 * more in it: what it held before stays the same, and a power failure in between leaves either in each sector.
 */
final class JournalWriter {
    private static final int BUFFER = 1 << 20;

    private final int segmentSize;
    private final int incarnation;
    private final ByteBuffer buffer = aligned(BUFFER);
    private final ByteBuffer zeros = ByteBuffer.allocate(Frame.ALIGNMENT);
    private final ByteBuffer fill = Frame.filled(ByteBuffer.allocate(Frame.PAGE));
    private final ByteBuffer header = ByteBuffer.allocate(Frame.HEADER);

    private JournalSegment segment;
    private Disk.Handle handle;

    /** The offset in the file of the first byte in the buffer: the start of a page. */
    private int start;

    /** Goes on behind what the file has already. */
    JournalWriter(int segmentSize, int incarnation, JournalSegment segment, Disk.Handle handle, int offset)
            throws IOException {
        this.segmentSize = segmentSize;
        this.incarnation = incarnation;
        this.segment = segment;
        this.handle = handle;
        this.start = offset & -Frame.PAGE;
        read(offset - start);
    }

    private static ByteBuffer aligned(int size) {
        return ByteBuffer.allocateDirect(size + Frame.PAGE)
                .alignedSlice(Frame.PAGE)
                .limit(size)
                .slice();
    }

    /** Takes in the beginning of a page that is in use. The padding of its last frame may be missing, and is zeros. */
    private void read(int length) throws IOException {
        buffer.limit(length);
        try (FileChannel file = FileChannel.open(segment.file, StandardOpenOption.READ)) {
            while (buffer.hasRemaining()) {
                if (file.read(buffer, start + buffer.position()) < 0) {
                    if (buffer.remaining() >= Frame.ALIGNMENT) {
                        throw new EOFException("it ends at byte " + offset());
                    }
                    put(zeros.limit(buffer.remaining()));
                }
            }
        }
        buffer.limit(buffer.capacity());
    }

    JournalSegment segment() {
        return segment;
    }

    /** Where in the segment the next frame goes. */
    int offset() {
        return start + buffer.position();
    }

    long position() {
        return segment.index * segmentSize + offset();
    }

    /** Whether the segment has that many bytes after the last frame. */
    boolean fits(int length) {
        return length <= segmentSize - offset();
    }

    void add(Frame frame, long durableBefore) throws IOException {
        Frame.encode(header, frame, position(), durableBefore, incarnation);
        put(header);
        put(frame.body);
        put(zeros.limit(frame.size() - Frame.HEADER - frame.length()));
        frame.end = position();
    }

    /** Writes what was added and waits until it is on the disk. Returns how many nanoseconds that took. */
    long sync() throws IOException {
        int end = buffer.position();
        put(fill.limit(-end & (Frame.PAGE - 1)));
        long began = System.nanoTime();
        handle.writeThrough(buffer.flip(), start);
        long nanos = System.nanoTime() - began;
        int whole = end & -Frame.PAGE;
        buffer.clear().put(0, buffer, whole, end - whole).position(end - whole);
        start += whole;
        return nanos;
    }

    void force() throws IOException {
        handle.force();
    }

    /** Goes on behind the header of another segment, which this incarnation has written. */
    void move(JournalSegment next, Disk.Handle nextHandle) throws IOException {
        handle.close();
        segment = next;
        handle = nextHandle;
        start = 0;
        buffer.clear().put(new JournalSegment.Header(next.index, segmentSize, incarnation, next.space).encode());
    }

    void close() throws IOException {
        handle.close();
    }

    private void put(ByteBuffer bytes) throws IOException {
        int from = bytes.position();
        while (from < bytes.limit()) {
            if (!buffer.hasRemaining()) {
                drain();
            }
            int length = Math.min(bytes.limit() - from, buffer.remaining());
            buffer.put(buffer.position(), bytes, from, length).position(buffer.position() + length);
            from += length;
        }
    }

    private void drain() throws IOException {
        int length = buffer.position();
        handle.writeThrough(buffer.flip(), start);
        start += length;
        buffer.clear();
    }
}
