package dev.leat.storage.journal;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.JournalSegment.Header.Space;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Scan of a journal that changes nothing and judges how it ends.
 *
 * <p>Frames follow each other without gaps, so the first place without a sound frame is the end of what can be read. Whether
 * it is also the end of what was written is decided by what lies behind it. Every frame says up to where the journal was
 * durable when it was written. If a sound frame behind the place says that the place was durable, then it was damaged later:
 * corruption. If none does, the place was never reported durable, and neither was anything behind it: a torn tail.
 *
 * <p>Sound frames can also be left over: in a reused file they give a position that is not theirs, and in a part that was
 * given up they have a lower incarnation than the frame, or the segment header, before them. They count for nothing.
 *
 * <p>A segment is prepared before the one before it says that the journal goes on there, and its header is durable before
 * its first frame is written. So a missing segment or a damaged header is corruption whenever something leads there or lies
 * behind it.
 */
final class JournalScan {
    private final JournalFiles files;
    private final int segmentSize;
    private final SegmentBytes segment;

    private long place;
    private boolean rolledHere;
    private boolean closedHere;
    private int floor;
    private int highest;

    JournalScan(JournalFiles files, int segmentSize) {
        this.files = files;
        this.segmentSize = segmentSize;
        this.segment = new SegmentBytes(files, segmentSize);
    }

    /**
     * Shows the frames after {@code from} that end at or before {@code upTo}, as far as they are sound.
     *
     * @param reached a position up to which the journal is known to have been durable
     */
    JournalEnd read(long from, long reached, long upTo, FrameReader reader) {
        if (files.isEmpty() && reached == 0) {
            return new JournalEnd.Clean(0, false);
        }
        if (!reach(from)) {
            return unreachable(from);
        }
        while (isCurrent() && segment.base() + segment.end(offset()) <= upTo) {
            show(reader);
            pass();
        }
        JournalEnd end = judge(upTo);
        return end.position() < reached && !(end instanceof JournalEnd.Corrupt) ? tooShort(reached) : end;
    }

    /** A sound frame that a reader cannot take does not belong here: its checksums say that it is as it was written. */
    private void show(FrameReader reader) {
        try {
            segment.show(offset(), reader);
        } catch (StorageException e) {
            throw e;
        } catch (RuntimeException e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new CorruptionException(
                    segment.file(),
                    offset(),
                    "the frame there, at position " + place + " of the journal, does not fit the store: " + reason,
                    e);
        }
    }

    /** Shows the sound frames behind a place that is itself not readable. */
    void readAfter(long from, FrameReader reader) {
        reach(from);
        aftermath(from, reader);
    }

    /** The highest incarnation seen; known after {@link #read}. */
    int highestIncarnation() {
        return highest;
    }

    /**
     * Goes to a place by the frames before it in its segment: they tell which incarnation is current there. What they hold is
     * not needed, so damage among them is no reason to stop if a frame ends or starts at the place.
     */
    private boolean reach(long from) {
        long index = from / segmentSize;
        enter(index);
        while (place < from && from % segmentSize != 0 && findHeader(from)) {
            boolean there = segment.base() + segment.end(offset()) == from;
            pass();
            if (there) {
                return true;
            }
        }
        segment.load(index);
        boolean startsThere = place == from || from % segmentSize == 0 || segment.hasFrame((int) (from % segmentSize));
        place = from % segmentSize == 0 ? place : from;
        return startsThere && files.has(index);
    }

    /** Goes on to the next sound header before a place, if there is one; stays if there is none. */
    private boolean findHeader(long before) {
        long start = place;
        while (segment.isSound() && place < before && !hasCurrentHeader()) {
            place += Frame.ALIGNMENT;
        }
        boolean found = place < before && hasCurrentHeader();
        place = found ? place : start;
        return found;
    }

    private int offset() {
        return (int) (place - segment.base());
    }

    private boolean hasCurrentHeader() {
        return segment.hasHeader(offset()) && segment.incarnation(offset()) >= floor;
    }

    private boolean isCurrent() {
        return hasCurrentHeader() && segment.hasFrame(offset());
    }

    private void pass() {
        floor = Math.max(floor, segment.incarnation(offset()));
        closedHere = segment.is(Frame.Kind.CLOSED, offset());
        if (segment.is(Frame.Kind.ROLLED, offset())) {
            enter(segment.index() + 1);
            rolledHere = true;
        } else {
            place = segment.base() + segment.end(offset());
            rolledHere = false;
        }
    }

    /** Goes to the first place of a segment, or to its very start if the header is no good. */
    private void enter(long index) {
        segment.load(index);
        floor = Math.max(floor, segment.incarnation());
        place = segment.base() + (segment.isSound() ? JournalSegment.Header.SIZE : 0);
    }

    private JournalEnd judge(long upTo) {
        boolean givenUp = place >= upTo || isCurrent();
        boolean headerMissing = !segment.isSound() && place == segment.base();
        boolean rolledIntoNothing = rolledHere && headerMissing;
        boolean begun = segment.bearsPosition(offset()) && !isLeftOver();
        boolean untouched = segment.hasWord(offset(), Frame.FILL_WORD);
        boolean overlong = headerMissing && segment.length() > JournalSegment.Header.SIZE;
        String trace = traceOfLoss();
        Path file = segment.file();
        TailSearch after = aftermath(place, (shard, end, body) -> {});
        if (givenUp) {
            return new JournalEnd.Clean(place, false);
        }
        if (rolledIntoNothing || overlong || (headerMissing && after.any())) {
            return corrupt(file, "no sound segment header", after);
        }
        if (after.proves(place)) {
            return corrupt(file, "no sound frame where one was durable", after);
        }
        if (trace != null) {
            return corrupt(file, trace, after);
        }
        long bytes = Math.max(Frame.HEADER, after.lastEnd(place) - place);
        return begun || after.any()
                ? new JournalEnd.Torn(file, place % segmentSize, place, bytes)
                : new JournalEnd.Clean(place, closedHere || untouched);
    }

    /**
     * What tells that bytes behind the last frame were lost, or null. Frames are written to space that was filled before, whole pages at
     * a time, and the rest of the last page is filled again. A write that was cut short leaves each sector as it was or as it was to
     * be. So there are places that hold a frame or fill and never zeros: those in a sector that also holds a part of a frame, and all
     * in a segment that was new to the incarnation of the last frame. And behind a page that was written a file has one more.
     */
    private @Nullable String traceOfLoss() {
        int at = offset();
        boolean used = at > JournalSegment.Header.SIZE || rolledHere;
        if (at >= segment.length() + Frame.ALIGNMENT) {
            return "the file ends at byte " + segment.length();
        }
        if (segment.space() == Space.ZEROS || !used) {
            return null;
        }
        boolean headed = hasCurrentHeader();
        int prepared = Frame.preparedEnd(headed ? segment.end(at) : at, segmentSize);
        if (segment.length() < prepared) {
            return "the file ends at byte " + segment.length() + ", and was prepared up to byte " + prepared
                    + " at least";
        }
        boolean begun = segment.bearsPosition(at) && !isLeftOver();
        boolean lost = (segment.hasWord(at, 0) && isWritten(at, at - 1))
                || (begun && segment.isKindless(at) && isWritten(at + Frame.KIND, at))
                || (headed && segment.hasWord(segment.end(at), 0) && isWritten(segment.end(at), at));
        return lost ? "zeros where a frame or prepared space was" : null;
    }

    /** Whether an offset holds what was written there, a frame or fill: it is in the sector of a frame, or in a segment that was new. */
    private boolean isWritten(int offset, int ofFrame) {
        boolean fresh = segment.space() == Space.FRESH && segment.incarnation() == floor;
        boolean sameSector = ofFrame >= JournalSegment.Header.SIZE && offset / Frame.SECTOR == ofFrame / Frame.SECTOR;
        return fresh || sameSector;
    }

    private JournalEnd tooShort(long reached) {
        Path file = segment.file();
        String what = "the journal ends here, at position " + place + ", but the store has applied it up to " + reached
                + ": a part of it was lost";
        return corrupt(file, what, aftermath(place, (shard, end, body) -> {}));
    }

    /** Whether the place holds a frame of a part that was given up. */
    private boolean isLeftOver() {
        return segment.hasHeader(offset()) && segment.incarnation(offset()) < floor;
    }

    private JournalEnd unreachable(long from) {
        Path file = segment.file();
        return corrupt(
                file,
                "no frame ends at position " + from + ", from which on the journal is needed",
                aftermath(from, (shard, end, body) -> {}));
    }

    private JournalEnd corrupt(Path file, String what, TailSearch after) {
        return new JournalEnd.Corrupt(
                file, place % segmentSize, place, what, after.frames(), after.lastEnd(place), after.unreadable());
    }

    private TailSearch aftermath(long from, FrameReader reader) {
        TailSearch after = new TailSearch(segment, files, segmentSize, floor);
        after.search(from, reader);
        highest = Math.max(floor, after.highestIncarnation());
        return after;
    }
}
