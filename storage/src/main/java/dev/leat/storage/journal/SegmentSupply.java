package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import dev.leat.storage.journal.JournalSegment.Header.Space;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segment files in use and the prepared space ahead of the last frame.
 *
 * <p>A sync that changes no file size is several times cheaper than one that does, so files are filled ahead of
 * use, with bytes that tell space without frames from lost blocks, and used-up files are taken again under a later index. The lock
 * is for changes of the files; the committer meets it only when it changes segments or when the filler is behind. Fill is written at
 * or after {@link JournalSegment#filled}, frames only before it, and through handles of their own: they never touch the same place, and neither takes a sync error away
 * from the other.
 */
final class SegmentSupply {
    private static final Logger log = LoggerFactory.getLogger(SegmentSupply.class);
    private static final int FILL_BYTES = 1 << 20;

    private final Path directory;
    private final JournalSettings settings;
    private final Disk disk;
    private final int incarnation;
    private final ByteBuffer fill;
    private final ReentrantLock lock = new ReentrantLock();

    /** Used up but kept, oldest first. */
    private final ArrayDeque<JournalSegment> past = new ArrayDeque<>();

    /** The active one, and then those prepared for later. */
    private final ArrayDeque<JournalSegment> ahead = new ArrayDeque<>();

    private int copies;
    private long unneededBefore;

    /** Filled bytes counted from the start of the active segment. */
    private volatile long filled;

    /** How many of them the frames have taken. */
    private volatile long taken;

    private volatile @Nullable StorageException shortage;

    SegmentSupply(Path directory, JournalSettings settings, Disk disk, int incarnation) {
        this.directory = directory;
        this.settings = settings;
        this.disk = disk;
        this.incarnation = incarnation;
        this.fill = Frame.filled(ByteBuffer.allocateDirect(Math.min(FILL_BYTES, settings.fillStep())));
    }

    /** Sorts the files that are there around the one that is to be active; one of which nothing can be kept is made anew. */
    JournalSegment start(JournalFiles files, long active, int offset) {
        files.byIndex()
                .forEach((index, file) -> (index < active ? past : ahead)
                        .add(new JournalSegment(index, file, (int) JournalFiles.length(file), Space.REUSED)));
        try {
            if (ahead.isEmpty() || ahead.getFirst().index != active) {
                ahead.addFirst(create(active));
            } else if (offset == 0) {
                writeHeader(ahead.getFirst());
            }
        } catch (IOException e) {
            throw DiskFailure.of("cannot prepare " + files.file(active), e);
        }
        measure();
        taken = offset;
        return ahead.getFirst();
    }

    /** Marks the segments ahead as this incarnation's, so that what an earlier one left there is never taken for current. */
    void claimAhead() {
        lock.lock();
        try {
            while (ahead.size() - 1 > settings.spareSegments() || !isContiguous()) {
                Files.delete(ahead.removeLast().file);
            }
            for (JournalSegment segment : List.copyOf(ahead).subList(1, ahead.size())) {
                claim(segment);
            }
            Disk.syncDirectory(directory);
            measure();
        } catch (IOException e) {
            throw DiskFailure.of("cannot prepare a journal segment in " + directory, e);
        } finally {
            lock.unlock();
        }
    }

    private boolean isContiguous() {
        return ahead.getLast().index - ahead.getFirst().index == ahead.size() - 1;
    }

    /** Notes how much of the active segment is taken. Called by the committer only. */
    void taken(int offset) {
        taken = offset;
    }

    /** Whether less than a step is prepared. */
    boolean isShort() {
        return filled - taken < settings.fillStep();
    }

    /** The bytes that can still be written if the disk gives no more; without bound unless it refused when last asked. */
    long room() {
        return shortage == null ? Long.MAX_VALUE : Math.max(0, filled - taken - Frame.PAGE);
    }

    /** Why no more could be prepared when last tried; null if it could. */
    @Nullable
    StorageException shortage() {
        return shortage;
    }

    /** Prepares one step if less than that is left; false if there was nothing to do or it could not be done. */
    boolean extend() {
        lock.lock();
        try {
            if (!isShort()) {
                return false;
            }
            fill(unfilled());
            return true;
        } catch (IOException e) {
            note(DiskFailure.of("cannot prepare a journal segment in " + directory, e));
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** The segment after the active one, made now if it is not there yet. */
    JournalSegment next() {
        lock.lock();
        try {
            JournalSegment active = ahead.removeFirst();
            try {
                if (ahead.isEmpty() || ahead.getFirst().index != active.index + 1) {
                    ahead.addFirst(create(active.index + 1));
                }
                claim(ahead.getFirst());
                return ahead.getFirst();
            } finally {
                ahead.addFirst(active);
            }
        } catch (IOException e) {
            throw note(DiskFailure.of("cannot prepare a journal segment in " + directory, e));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes sure that a segment can be written without growing, up to the end of the page that an offset is in, and that it does not end
     * there: a file that ends right behind a frame has lost something.
     */
    void require(JournalSegment segment, int offset) {
        int end = Frame.preparedEnd(offset, settings.segmentSize()); // a file may end within a page after a crash
        if (segment.filled >= end) {
            return;
        }
        lock.lock();
        try {
            while (segment.filled < end) {
                fill(segment);
            }
        } catch (IOException e) {
            throw note(DiskFailure.of("cannot prepare " + segment.file, e));
        } finally {
            lock.unlock();
        }
    }

    /** The next segment becomes the active one. */
    void advance() {
        lock.lock();
        try {
            past.add(ahead.removeFirst());
            measure();
            taken = JournalSegment.Header.SIZE;
        } finally {
            lock.unlock();
        }
    }

    /** Takes segments that lie wholly before a position out of use: as spares if any are wanted, else for good. */
    void recycle(long before) {
        lock.lock();
        try {
            unneededBefore = Math.max(unneededBefore, before);
            while (copies == 0
                    && !past.isEmpty()
                    && (past.getFirst().index + 1) * settings.segmentSize() <= unneededBefore) {
                recycle(past.getFirst());
            }
        } catch (IOException e) {
            throw DiskFailure.of("cannot recycle a journal segment in " + directory, e);
        } finally {
            lock.unlock();
        }
    }

    /** Deletes the spares, but for the segment after the active one: the committer may be about to use that. */
    void trim() {
        lock.lock();
        try {
            while (ahead.size() > 2) {
                Files.delete(ahead.removeLast().file);
            }
            measure();
        } catch (IOException e) {
            throw DiskFailure.of("cannot delete a journal segment in " + directory, e);
        } finally {
            lock.unlock();
        }
    }

    /** From now on no segment goes away, until {@link #endCopy}. */
    void beginCopy() {
        lock.lock();
        try {
            copies++;
        } finally {
            lock.unlock();
        }
    }

    /** All segments, oldest first. */
    List<JournalSegment> segments() {
        lock.lock();
        try {
            List<JournalSegment> kept = new ArrayList<>(past);
            kept.addAll(ahead);
            return kept;
        } finally {
            lock.unlock();
        }
    }

    void endCopy() {
        lock.lock();
        try {
            copies--;
        } finally {
            lock.unlock();
        }
        recycle(0);
    }

    private void recycle(JournalSegment used) throws IOException {
        if (ahead.size() > settings.spareSegments()) {
            Files.delete(used.file);
            past.removeFirst();
            return;
        }
        long index = ahead.getLast().index + 1;
        Path file = Files.move(used.file, JournalFiles.file(directory, index), StandardCopyOption.ATOMIC_MOVE);
        past.removeFirst();
        Disk.syncDirectory(directory);
        JournalSegment spare = new JournalSegment(index, file, used.filled, Space.REUSED);
        writeHeader(spare);
        ahead.add(spare);
        measure();
    }

    private JournalSegment unfilled() throws IOException {
        for (JournalSegment segment : ahead) {
            if (segment.filled < settings.segmentSize()) {
                return segment;
            }
        }
        ahead.add(create(ahead.getLast().index + 1));
        return ahead.getLast();
    }

    private JournalSegment create(long index) throws IOException {
        JournalSegment segment =
                new JournalSegment(index, JournalFiles.file(directory, index), JournalSegment.Header.SIZE, Space.FRESH);
        writeHeader(segment);
        Disk.syncDirectory(directory);
        return segment;
    }

    private void claim(JournalSegment segment) throws IOException {
        if (!segment.claimed) {
            writeHeader(segment);
        }
    }

    private void writeHeader(JournalSegment segment) throws IOException {
        try (Disk.Handle handle = disk.open(segment.file)) {
            handle.write(
                    new JournalSegment.Header(segment.index, settings.segmentSize(), incarnation, segment.space)
                            .encode(),
                    0);
            handle.force();
        }
        segment.filled = Math.max(segment.filled, JournalSegment.Header.SIZE);
        segment.claimed = true;
    }

    /** Fills to the next multiple of the step. */
    private void fill(JournalSegment segment) throws IOException {
        int step = settings.fillStep();
        int end = (int) Math.min(settings.segmentSize(), (segment.filled / step + 1L) * step);
        try (Disk.Handle handle = disk.open(segment.file)) {
            for (int offset = segment.filled; offset < end; offset += fill.limit()) {
                handle.write(fill.clear().limit(Math.min(fill.capacity(), end - offset)), offset);
            }
            handle.force();
        }
        segment.filled = end;
        measure();
        if (shortage != null) {
            log.info("the journal in {} can be extended again", directory);
            shortage = null;
        }
    }

    private void measure() {
        filled = ahead.stream().mapToLong(segment -> segment.filled).sum();
    }

    private StorageException note(StorageException cause) {
        if (shortage == null) {
            log.warn("the journal cannot be extended", cause);
        }
        shortage = cause;
        return cause;
    }
}
