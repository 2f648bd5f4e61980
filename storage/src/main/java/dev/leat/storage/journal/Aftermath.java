package dev.leat.storage.journal;

/** What sound frames there are behind a place where none is, and what they tell about that place. */
final class Aftermath {
    private final SegmentBytes segment;
    private final SegmentFiles files;
    private final int floor;

    private int highest;
    private long frames;
    private long lastEnd;
    private long durableBefore;

    /** @param floor the incarnation below which frames are left over */
    Aftermath(SegmentBytes segment, SegmentFiles files, int floor) {
        this.segment = segment;
        this.files = files;
        this.floor = floor;
    }

    void search(long place, FrameReader reader) {
        long first = segment.index();
        searchSegment((int) Math.max(SegmentHeader.SIZE, place - segment.base() + FrameFormat.ALIGNMENT), reader);
        for (long index : files.byIndex().tailMap(first, false).keySet()) {
            segment.load(index);
            searchSegment(SegmentHeader.SIZE, reader);
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

    int highestIncarnation() {
        return highest;
    }

    private void searchSegment(int from, FrameReader reader) {
        highest = Math.max(highest, segment.incarnation());
        int offset = from;
        while (offset < segment.length()) {
            offset = segment.hasHeader(offset) && look(offset, reader)
                    ? segment.end(offset)
                    : offset + FrameFormat.ALIGNMENT;
        }
    }

    private boolean look(int offset, FrameReader reader) {
        highest = Math.max(highest, segment.incarnation(offset));
        if (segment.incarnation(offset) < Math.max(floor, segment.incarnation()) || !segment.hasFrame(offset)) {
            return false;
        }
        durableBefore = Math.max(durableBefore, segment.durableBefore(offset));
        lastEnd = segment.base() + segment.end(offset);
        if (segment.is(FrameKind.DATA, offset)) {
            frames++;
            segment.show(offset, reader);
        }
        return true;
    }
}
