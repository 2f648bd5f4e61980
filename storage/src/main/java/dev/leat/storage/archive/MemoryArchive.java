package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.layout.DurableFiles;
import dev.leat.storage.settings.ArchiveSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** An archive in memory. Its places and lengths are those that the same runs have in files, and a copy of it is files. */
public final class MemoryArchive implements Archive {

    private final ArchiveSettings settings;
    private final ConcurrentSkipListMap<Integer, MemorySegment> segments = new ConcurrentSkipListMap<>();

    public MemoryArchive(ArchiveSettings settings) {
        this.settings = settings;
    }

    @Override
    public Run write(long owner, long start, List<ByteBuffer> wire, int[] ends) {
        ByteBuffer copy = ByteBuffer.allocate(
                wire.stream().mapToInt(ByteBuffer::remaining).reduce(0, Math::addExact));
        wire.forEach(part -> copy.put(part.duplicate()));
        return segmentWithRoom()
                .append(RunBytes.of(owner, start, List.of(copy.flip().asReadOnlyBuffer()), ends));
    }

    @Override
    public void sync() {
        segments.values().forEach(MemorySegment::sync);
    }

    @Override
    public Region open(Run run, long from, long to) {
        if (from < run.start() || to > run.end() || from > to) {
            throw new IllegalArgumentException("bytes " + from + " to " + to + " are not within " + run);
        }
        int begin = (int) (from - run.start());
        RunBytes bytes = find(run);
        ByteBuffer wire = bytes.wire().getFirst().slice(begin, (int) (to - from));
        return new MemoryRegion(wire, run.place() + begin, () -> ends(run, bytes));
    }

    @Override
    public int[] ends(Run run) {
        return ends(run, find(run));
    }

    private static int[] ends(Run run, RunBytes bytes) {
        return EndsTable.decode(ByteBuffer.wrap(bytes.ends()), run.messages(), run.length())
                .orElseThrow();
    }

    @Override
    public void verify(Run run) {
        find(run);
    }

    @Override
    public List<Segment> segments() {
        return segments.values().stream()
                .map(segment -> new Segment(segment.id(), segment.durable()))
                .filter(segment -> segment.length() > 0)
                .toList();
    }

    @Override
    public void scan(int segment, Consumer<Run> visitor) {
        segment(segment).scan(visitor);
    }

    @Override
    public void seal() {
        begin();
        sync();
    }

    @Override
    public void drop(int segment) {
        segment(segment);
        if (segments.lastKey() == segment) {
            throw new IllegalArgumentException("segment " + segment + " is the active one and cannot be dropped");
        }
        segments.remove(segment);
    }

    @Override
    public void copyTo(Path directory, List<Segment> wanted) {
        try {
            DurableFiles.createDirectories(directory);
            if (!DurableFiles.isEmpty(directory)) {
                throw new IllegalArgumentException(directory + " is not empty");
            }
            for (Segment segment : wanted) {
                Path file = directory.resolve(SegmentFile.name(segment.id()));
                segment(segment.id()).copyTo(Files.newByteChannel(file, MemorySegment.NEW_FILE), segment.length());
                DurableFiles.syncFile(file);
            }
            DurableFiles.syncDirectory(directory);
        } catch (IOException e) {
            throw DiskFailure.of("cannot copy the archive to " + directory, e);
        }
    }

    @Override
    public void close() {
        segments.clear();
    }

    private RunBytes find(Run run) {
        return segment(run.segment())
                .find(run)
                .orElseThrow(() -> new CorruptionException(Path.of("memory"), run.place(), run + " was never written"));
    }

    private MemorySegment segment(int id) {
        MemorySegment segment = segments.get(id);
        if (segment == null) {
            throw new SegmentGoneException(id);
        }
        return segment;
    }

    private MemorySegment segmentWithRoom() {
        var last = segments.lastEntry();
        if (last != null && last.getValue().end() < settings.segmentBytes()) {
            return last.getValue();
        }
        return begin();
    }

    private MemorySegment begin() {
        MemorySegment next = new MemorySegment(segments.isEmpty() ? 1 : segments.lastKey() + 1);
        segments.put(next.id(), next);
        return next;
    }
}
