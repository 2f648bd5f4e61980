package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.meter.CommitMeter;
import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A journal in segment files of one directory. The format is described in docs/format.md. */
public final class FileJournal implements Journal {
    private static final Logger log = LoggerFactory.getLogger(FileJournal.class);

    private final Path directory;
    private final JournalSettings settings;
    private final Disk disk;
    private final JournalFiles files;
    private CommitMeter meter = new CommitMeter();
    private volatile @Nullable Running running;
    private volatile boolean closed;

    /** Parts of a journal that takes frames. */
    private record Running(PendingFrames pending, SegmentSupply supply, SegmentFiller filler, Committer committer) {}

    private FileJournal(Path directory, JournalSettings settings, Disk disk, JournalFiles files) {
        this.directory = directory;
        this.settings = settings;
        this.disk = disk;
        this.files = files;
    }

    /** Opens the journal in a directory that exists and holds nothing else; {@link #replay} has to follow. */
    public static FileJournal open(Path directory, JournalSettings settings) {
        return open(directory, settings, Disk.local());
    }

    static FileJournal open(Path directory, JournalSettings settings, Disk disk) {
        JournalFiles files = JournalFiles.list(directory);
        JournalFiles.requireWritable(directory);
        files.requireSize(settings.segmentSize());
        return new FileJournal(directory, settings, disk, files);
    }

    @Override
    public void measure(CommitMeter with) {
        meter = with;
    }

    @Override
    public void replay(long from, long reached, long upTo, FrameReader reader) {
        if (running != null || closed) {
            throw new IllegalStateException("a journal is replayed once, after it was opened");
        }
        if (from < 0 || reached < from || upTo < reached) {
            throw new IllegalArgumentException(
                    "cannot replay from position " + from + " by way of " + reached + " up to " + upTo);
        }
        JournalScan scan = new JournalScan(files, settings.segmentSize());
        JournalEnd end = scan.read(from, reached, upTo, reader);
        switch (end) {
            case JournalEnd.Corrupt corrupt -> throw corrupt.exception();
            case JournalEnd.Torn torn ->
                log.warn(
                        "cut about {} bytes from {} at byte {}: frames that are not whole. If a write was cut short there, none of"
                                + " them was answered; if the disk has lost bytes since, answered ones may be among them",
                        torn.bytes(),
                        torn.file(),
                        torn.offset());
            case JournalEnd.Clean clean ->
                log.debug("the journal in {} ends at position {}", directory, clean.position());
        }
        running = start(end.position(), scan.highestIncarnation() + 1);
    }

    @Override
    public void append(int shard, ByteBuffer body, Commit commit) {
        requireFit(body);
        Frame frame = Frame.data(shard, body, commit);
        push(frame, frame);
    }

    @Override
    public void append(List<Append> frames) {
        Frame oldest = null;
        Frame newest = null;
        for (Append append : frames) {
            Frame frame = frame(append);
            frame.next = newest;
            newest = frame;
            oldest = oldest == null ? frame : oldest;
        }
        if (oldest != null && newest != null) {
            push(oldest, newest);
        }
    }

    @Override
    public void commit(List<Append> frames) {
        PendingFrames pending = running().pending;
        if (frames.isEmpty() || !pending.borrow()) {
            append(frames);
            return;
        }
        try {
            running().committer.commit(linked(frames));
        } finally {
            pending.giveBack();
        }
    }

    /** Each with the one that comes after it. */
    private Frame linked(List<Append> frames) {
        Frame next = null;
        for (int i = frames.size() - 1; i >= 0; i--) {
            Frame frame = frame(frames.get(i));
            frame.next = next;
            next = frame;
        }
        return Objects.requireNonNull(next);
    }

    private Frame frame(Append append) {
        requireFit(append.body());
        return Frame.data(append.shard(), append.body(), append.commit());
    }

    private void requireFit(ByteBuffer body) {
        if (body.remaining() > JournalSegment.longestBody(settings)) {
            throw new IllegalArgumentException("a frame of " + body.remaining() + " bytes is longer than "
                    + JournalSegment.longestBody(settings) + ", the most that a segment of the journal can hold");
        }
    }

    @Override
    public int longestBody() {
        return JournalSegment.longestBody(settings);
    }

    @Override
    public long durable() {
        return running().committer.durable();
    }

    @Override
    public void recycle(long before) {
        running().supply.recycle(Math.min(before, durable()));
    }

    @Override
    public void trim() {
        running().supply.trim();
    }

    @Override
    public long room() {
        return running().supply.room();
    }

    @Override
    public @Nullable StorageException shortage() {
        return running().supply.shortage();
    }

    @Override
    public long copyTo(Path target) {
        Running now = running();
        now.supply.beginCopy();
        try {
            long end = now.committer.durable();
            new JournalCopy(target, settings.segmentSize()).copy(now.supply.segments(), end);
            return end;
        } finally {
            now.supply.endCopy();
        }
    }

    @Override
    public void close() {
        Running now = running;
        if (now == null || closed) {
            return;
        }
        closed = true;
        stop(now);
    }

    private Running start(long position, int incarnation) {
        int offset = (int) (position % settings.segmentSize());
        SegmentSupply supply = new SegmentSupply(directory, settings, disk, incarnation);
        JournalSegment active = supply.start(files, position / settings.segmentSize(), offset);
        JournalWriter writer = writer(active, incarnation, Math.max(offset, JournalSegment.Header.SIZE));
        PendingFrames pending = new PendingFrames();
        SegmentFiller filler = new SegmentFiller(supply);
        Committer committer = new Committer(pending, supply, filler, disk, writer, meter, position);
        Running started = new Running(pending, supply, filler, committer);
        started.committer.start();
        filler.start();
        try {
            AwaitedCommit told = new AwaitedCommit();
            pending.push(Frame.opened(told));
            told.await();
            supply.claimAhead();
        } catch (StorageException e) {
            stop(started);
            throw e;
        }
        return started;
    }

    private JournalWriter writer(JournalSegment active, int incarnation, int offset) {
        try {
            Disk.Handle handle = disk.openThrough(active.file);
            try {
                return new JournalWriter(settings.segmentSize(), incarnation, active, handle, offset);
            } catch (IOException e) {
                handle.close();
                throw e;
            }
        } catch (IOException e) {
            throw DiskFailure.of("cannot go on with " + active.file, e);
        }
    }

    private void stop(Running now) {
        AwaitedCommit told = new AwaitedCommit();
        if (now.pending.push(Frame.closed(told))) {
            told.failure().ifPresent(e -> log.warn("the journal in {} was not closed in order", directory, e));
        }
        now.committer.join();
        now.filler.stop();
    }

    private void push(Frame oldest, Frame newest) {
        if (!running().pending.push(oldest, newest)) {
            throw new IllegalStateException("the journal in " + directory + " is closed");
        }
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("the journal in " + directory + " was not replayed yet");
        }
        return now;
    }
}
