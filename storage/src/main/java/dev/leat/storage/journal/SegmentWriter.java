package dev.leat.storage.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Lays frames one after another into the active segment. Small frames are gathered in one buffer: copying a hundred bytes
 * is far cheaper than an entry of a gathering write.
 */
final class SegmentWriter {
    private static final int BUFFER = 1 << 20;

    private final int segmentSize;
    private final int incarnation;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private final ByteBuffer zeros = ByteBuffer.allocate(FrameFormat.PAGE);
    private final ByteBuffer header = ByteBuffer.allocate(FrameFormat.HEADER);

    private Segment segment;
    private Disk.Handle handle;

    /** The offset in the file of the first byte in the buffer. */
    private int written;

    SegmentWriter(int segmentSize, int incarnation, Segment segment, Disk.Handle handle, int offset) {
        this.segmentSize = segmentSize;
        this.incarnation = incarnation;
        this.segment = segment;
        this.handle = handle;
        this.written = offset;
    }

    Segment segment() {
        return segment;
    }

    /** Where in the segment the next frame goes. */
    int offset() {
        return written + buffer.position();
    }

    long position() {
        return segment.index * segmentSize + offset();
    }

    /** Whether the segment has that many bytes after the last frame. */
    boolean fits(int length) {
        return length <= segmentSize - offset();
    }

    void add(Frame frame, long durableBefore) throws IOException {
        FrameFormat.encode(header, frame, position(), durableBefore, incarnation);
        put(header);
        put(frame.body);
        put(zeros.limit(frame.size() - FrameFormat.HEADER - frame.length()));
        frame.end = position();
    }

    /** Writes what was added and waits until it is on the disk. Returns how many nanoseconds the wait took. */
    long sync() throws IOException {
        int end = offset();
        // To the end of the page: a page that is written whole need not be read first, which matters in a reused file.
        put(zeros.limit(-end & (FrameFormat.PAGE - 1)));
        drain();
        written = end;
        long began = System.nanoTime();
        force();
        return System.nanoTime() - began;
    }

    void force() throws IOException {
        handle.force();
    }

    /** Goes on at the start of another segment. */
    void move(Segment next, Disk.Handle nextHandle) throws IOException {
        handle.close();
        segment = next;
        handle = nextHandle;
        written = SegmentHeader.SIZE;
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
        handle.write(buffer.flip(), written);
        written += length;
        buffer.clear();
    }
}
