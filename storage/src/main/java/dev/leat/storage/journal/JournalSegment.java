package dev.leat.storage.journal;

import java.nio.file.Path;

/** A segment file that frames go into now or later. */
final class Segment {
    final long index;
    final Path file;
    final SegmentHeader.Space space;

    /** Up to which offset the file has bytes, so that writing there does not change its size. Only ever grows. */
    volatile int filled;

    /** Whether this incarnation has written its header. */
    boolean claimed;

    Segment(long index, Path file, int filled, SegmentHeader.Space space) {
        this.index = index;
        this.file = file;
        this.filled = filled;
        this.space = space;
    }
}
