package dev.leat.storage.journal;

/** Search for sound frames behind a place where none is, and what they prove about that place. */
final class TailSearch {
    private final SegmentBytes segment;
    private final JournalFiles files;
    private final int segmentSize;
    private final int floor;

    private int highest;
    private long frames;
    private long lastEnd;
    private long durableBefore;
    private long readUpTo;
    private long unreadable;

    /** @param floor the incarnation below which frames are left over */
    TailSearch(SegmentBytes segment, JournalFiles files, int segmentSize, int floor) {
        this.segment = segment;
        this.files = files;
        this.segmentSize = segmentSize;
        this.floor = floor;
    }

    void search(long place, FrameReader reader) {
        long first = segment.index();
        readUpTo = place;
        searchSegment((int) Math.max(JournalSegment.Header.SIZE, place - segment.base() + Frame.ALIGNMENT), reader);
        for (long index : files.byIndex().tailMap(first, false).keySet()) {
            segment.load(index);
            searchSegment(JournalSegment.Header.SIZE, reader);
        }
    }

    /** Whether a frame was found that was written when the place was durable. */
    boolean proves(long place) {
        return durableBefore > place;
    }

    boolean any() {
        return lastEnd > 0;
    }

    long frames() {
        return frames;
    }

    long lastEnd(long otherwise) {
        return Math.max(otherwise, lastEnd);
    }

    /** How many bytes between the place and the last sound frame are no part of a sound one. */
    long unreadable() {
        return unreadable;
    }

    int highestIncarnation() {
        return highest;
    }

    private void searchSegment(int from, FrameReader reader) {
        highest = Math.max(highest, segment.incarnation());
        int offset = from;
        while (offset < segment.length()) {
            offset = segment.hasHeader(offset) && look(offset, reader) ? segment.end(offset) : offset + Frame.ALIGNMENT;
        }
    }

    private boolean look(int offset, FrameReader reader) {
        highest = Math.max(highest, segment.incarnation(offset));
        if (segment.incarnation(offset) < Math.max(floor, segment.incarnation()) || !segment.hasFrame(offset)) {
            return false;
        }
        durableBefore = Math.max(durableBefore, segment.durableBefore(offset));
        lastEnd = segment.base() + segment.end(offset);
        unreadable += Math.max(0, segment.base() + offset - readUpTo);
        // Behind a frame that leads to the next segment, and in the header of that, nothing is missing.
        readUpTo = segment.is(Frame.Kind.ROLLED, offset)
                ? segment.base() + segmentSize + JournalSegment.Header.SIZE
                : lastEnd;
        if (segment.is(Frame.Kind.DATA, offset)) {
            frames++;
            segment.show(offset, reader);
        }
        return true;
    }
}
