package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks a journal that is not open. Only {@link #cut} changes anything. */
public final class JournalCheck {
    private final Path directory;
    private final JournalFiles files;
    private final int segmentSize;

    private JournalCheck(Path directory, JournalFiles files, int segmentSize) {
        this.directory = directory;
        this.files = files;
        this.segmentSize = segmentSize;
    }

    /** The size of the segments is taken from the files. */
    public static JournalCheck of(Path directory) {
        JournalFiles files = JournalFiles.list(directory);
        return of(
                directory,
                files,
                files.segmentSize().orElse(JournalSettings.defaults().segmentSize()));
    }

    /** For a caller that knows the size of the segments, even if no file can tell it any more. */
    public static JournalCheck of(Path directory, int segmentSize) {
        return of(directory, JournalFiles.list(directory), segmentSize);
    }

    private static JournalCheck of(Path directory, JournalFiles files, int segmentSize) {
        files.requireSize(segmentSize);
        return new JournalCheck(directory, files, segmentSize);
    }

    /** The first position that is kept: a check from here covers all frames. */
    public long start() {
        return files.isEmpty() ? 0 : files.byIndex().firstKey() * segmentSize;
    }

    /** Shows the frames from a position on, and says how they end. */
    public JournalEnd read(long from, FrameReader reader) {
        return read(from, from, reader);
    }

    /** Shows the frames from a position on, as {@link Journal#replay} does, and says how they end. */
    public JournalEnd read(long from, long reached, FrameReader reader) {
        return new JournalScan(files, segmentSize).read(from, reached, Long.MAX_VALUE, reader);
    }

    /** Shows the sound frames after the position at which {@link #read} ended: what would be lost by cutting there. */
    public void readAfter(long position, FrameReader reader) {
        new JournalScan(files, segmentSize).readAfter(position, reader);
    }

    /**
     * Makes the journal end at a position at which a read ended or a frame ends, for good: replay ends there from now on.
     *
     * @throws StorageException if no frame ends there
     */
    public void cut(long position) {
        JournalSettings settings = new JournalSettings(segmentSize, Frame.PAGE, 0);
        try (FileJournal journal = FileJournal.open(directory, settings)) {
            journal.replay(before(position), before(position), position, (shard, end, body) -> {});
        }
    }

    /** Whether {@link #cut} can make the journal end at a position. */
    public boolean canCut(long position) {
        JournalScan scan = new JournalScan(files, segmentSize);
        JournalEnd end = scan.read(before(position), before(position), position, (shard, frameEnd, body) -> {});
        long index = position / segmentSize;
        boolean present =
                !files.has(index) || JournalFiles.length(files.file(index)) + Frame.ALIGNMENT > position % segmentSize;
        return present && end.position() == position && !(end instanceof JournalEnd.Corrupt);
    }

    /**
     * Gives up all frames, and makes the journal go on after a position and after all its segments. Returns where that is. The new
     * segment is there before the first of the old ones goes.
     */
    public long restartAfter(long position) {
        long last = files.isEmpty() ? 0 : files.byIndex().lastKey();
        long index = Math.max(last, position / segmentSize) + 1;
        Path file = files.file(index);
        try (Disk.Handle handle = Disk.local().open(file)) {
            int rest = Frame.PAGE - JournalSegment.Header.SIZE;
            handle.write(Frame.filled(ByteBuffer.allocate(rest)), JournalSegment.Header.SIZE);
            handle.write(
                    new JournalSegment.Header(index, segmentSize, 1, JournalSegment.Header.Space.FRESH).encode(), 0);
            handle.force();
        } catch (IOException e) {
            throw DiskFailure.of("cannot prepare " + file, e);
        }
        try {
            Disk.syncDirectory(directory);
            for (Path old : files.byIndex().values()) {
                Files.delete(old);
            }
            Disk.syncDirectory(directory);
        } catch (IOException e) {
            throw DiskFailure.of("cannot remove the old segments from " + directory, e);
        }
        return index * segmentSize;
    }

    /** A segment that is not there can only be reached from the one before. */
    private long before(long position) {
        long index = position / segmentSize;
        return files.has(index) || index == 0 ? position : (index - 1) * segmentSize;
    }
}
