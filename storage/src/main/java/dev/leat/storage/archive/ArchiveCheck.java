package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.LayoutException;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.settings.ArchiveSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Checks an archive that is not open, and changes nothing. */
public final class ArchiveCheck implements AutoCloseable {
    private final ArchiveDirectory directory;
    private final List<Segment> known;
    private final SegmentFiles files;

    private ArchiveCheck(ArchiveDirectory directory, List<Segment> known, SegmentFiles files) {
        this.directory = directory;
        this.known = known;
        this.files = files;
    }

    /**
     * @param known the segments and lengths that the store had committed
     * @throws LayoutException if there are files that are no segments
     */
    public static ArchiveCheck of(Path directory, ArchiveSettings settings, List<Segment> known) {
        ArchiveDirectory there = new ArchiveDirectory(directory, known);
        there.requireOurs();
        List<SegmentFile> files = new ArrayList<>();
        for (Segment segment : known) {
            files.add(new SegmentFile(segment.id(), there.path(segment.id()), segment.length()));
        }
        return new ArchiveCheck(there, known, new SegmentFiles(files, settings.idleFiles()));
    }

    /** Refuses a known segment that is missing, too short or another one: nothing of it can be relied on. */
    public void requireWhole(Segment segment) {
        try {
            directory.check(segment);
        } catch (IOException e) {
            throw DiskFailure.of("cannot read archive segment " + directory.path(segment.id()), e);
        }
    }

    /** Reads a run of a whole segment and compares its checksums, as {@link Archive#verify} does. */
    public void verify(Run run) {
        if (known.stream().noneMatch(segment -> segment.id() == run.segment())) {
            throw new CorruptionException(
                    directory.path(run.segment()), 0, "the store says " + run + " is here, but knows no such segment");
        }
        SegmentFile file = files.hold(run.segment());
        try {
            new RunReader(file).verify(run);
        } finally {
            files.release(file);
        }
    }

    /** Shows every run that was ever written to a whole segment, as {@link Archive#scan} does. */
    public void scan(int segment, Consumer<Run> visitor) {
        SegmentFile file = files.hold(segment);
        try {
            new RunReader(file).scan(visitor);
        } finally {
            files.release(file);
        }
    }

    /** How many bytes lie there that the store does not know: opening the archive removes them. */
    public long surplus() {
        try {
            return directory.surplus();
        } catch (IOException e) {
            throw DiskFailure.of("cannot read the archive", e);
        }
    }

    /** The file of a segment, whether it is there or not. */
    public Path file(int segment) {
        return directory.path(segment);
    }

    public boolean has(int segment) {
        return Files.exists(directory.path(segment));
    }

    @Override
    public void close() {
        files.close();
    }
}
