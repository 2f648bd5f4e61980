package dev.leat.storage.archive;

import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.settings.ArchiveSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An archive in a directory of segment files. The thread that writes must not be interrupted: that closes its file. */
public final class FileArchive implements Archive {

    private final Path directory;
    private final ArchiveSettings settings;
    private final SegmentFiles files;
    private final ByteBuffer buffer;
    private final UncachedReader uncached = new UncachedReader();
    private int newest;
    private @Nullable SegmentWriter writer;

    private FileArchive(Path directory, ArchiveSettings settings, List<SegmentFile> known) {
        this.directory = directory;
        this.settings = settings;
        this.files = new SegmentFiles(known, settings.idleFiles());
        this.buffer = ByteBuffer.allocateDirect(settings.writeBuffer());
    }

    /**
     * Opens the archive in a directory, which is created if it is missing, and removes what was written after the store's
     * last commit.
     *
     * @param known the segments and lengths that the store had committed
     */
    public static FileArchive open(Path directory, ArchiveSettings settings, List<Segment> known) {
        List<SegmentFile> segments = new ArchiveDirectory(directory, known).restore();
        FileArchive archive = new FileArchive(directory, settings, segments);
        if (!segments.isEmpty()) {
            archive.resume(segments.getLast());
        }
        return archive;
    }

    @Override
    public Run write(long owner, long start, List<ByteBuffer> wire, int[] ends) {
        RunBytes run = RunBytes.of(owner, start, wire, ends);
        return writerWithRoom().append(run);
    }

    @Override
    public void sync() {
        if (writer != null) {
            writer.sync();
        }
    }

    @Override
    public Region open(Run run, long from, long to) {
        if (from < run.start() || to > run.end() || from > to) {
            throw new IllegalArgumentException("bytes " + from + " to " + to + " are not within " + run);
        }
        SegmentFile file = files.hold(run.segment());
        try {
            new RunReader(file).checkThere(run);
            return new FileRegion(files, file, run, run.place() + from - run.start(), (int) (to - from));
        } catch (RuntimeException e) {
            files.release(file);
            throw e;
        }
    }

    @Override
    public int[] ends(Run run) {
        return reading(run.segment(), reader -> reader.ends(run));
    }

    @Override
    public void verify(Run run) {
        reading(run.segment(), reader -> {
            reader.verify(run);
            return run;
        });
    }

    @Override
    public RunCheck check(Run run) {
        return new FileRunCheck(files, run, uncached);
    }

    @Override
    public List<Segment> segments() {
        return files.list();
    }

    @Override
    public void scan(int segment, Consumer<Run> visitor) {
        reading(segment, reader -> {
            reader.scan(visitor);
            return visitor;
        });
    }

    @Override
    public void seal() {
        SegmentWriter next = begin();
        writer = next;
        next.sync();
    }

    @Override
    public void drop(int segment) {
        files.drop(segment);
    }

    @Override
    public void copyTo(Path target, List<Segment> segments) {
        try {
            SegmentCopy copy = new SegmentCopy(target);
            for (Segment segment : segments) {
                copy(segment, copy);
            }
            copy.finish();
        } catch (IOException e) {
            throw DiskFailure.of("cannot copy the archive to " + target, e);
        }
    }

    @Override
    public void close() {
        files.close();
        if (writer != null) {
            writer.close();
            writer = null;
        }
    }

    private void copy(Segment segment, SegmentCopy copy) throws IOException {
        SegmentFile file = files.hold(segment.id());
        try {
            if (segment.length() > file.length()) {
                throw new IllegalArgumentException(segment + " is asked for, " + file.length() + " bytes are durable");
            }
            if (files.isNewest(file)) {
                copy.copy(file, segment.length());
            } else {
                copy.link(file, segment.length());
            }
        } finally {
            files.release(file);
        }
    }

    private <T> T reading(int segment, Function<RunReader, T> read) {
        SegmentFile file = files.hold(segment);
        try {
            return read.apply(new RunReader(file));
        } finally {
            files.release(file);
        }
    }

    private SegmentWriter writerWithRoom() {
        SegmentWriter current = writer;
        if (current == null || current.end() >= settings.segmentBytes()) {
            current = begin();
            writer = current;
        }
        return current;
    }

    /** Seals the active segment and begins the next one. If that fails the active one stays, and a later write tries again. */
    private SegmentWriter begin() {
        SegmentFile file = new SegmentFile(newest + 1, directory.resolve(SegmentFile.name(newest + 1)), 0);
        try {
            sync();
            SegmentWriter next = SegmentWriter.begin(file, buffer);
            if (writer != null) {
                writer.close();
            }
            files.add(file);
            newest = file.id();
            return next;
        } catch (IOException e) {
            throw DiskFailure.of("cannot begin archive segment " + file.path(), e);
        }
    }

    /** Goes on in the last segment, if it has room and no copy would grow with it. */
    private void resume(SegmentFile last) {
        newest = last.id();
        if (last.length() < settings.segmentBytes() && !ArchiveDirectory.isLinked(last.path())) {
            try {
                writer = SegmentWriter.resume(last, buffer);
            } catch (IOException e) {
                throw DiskFailure.of("cannot open archive segment " + last.path(), e);
            }
        }
    }
}
