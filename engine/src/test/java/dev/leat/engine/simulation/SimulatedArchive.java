package dev.leat.engine.simulation;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Region;
import dev.leat.storage.archive.Run;
import dev.leat.storage.archive.Segment;
import dev.leat.storage.archive.SegmentGoneException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An archive that forgets what was not synced when the process ends, and fails when it is told to. */
public final class SimulatedArchive implements Archive {
    private static final int HEADER = 16;
    private static final int SEGMENT_BYTES = 2000;

    private final Disk disk;
    private final Faults faults;

    /** What outlives a process. */
    public static final class Disk {
        private final TreeMap<Integer, Content> segments = new TreeMap<>();

        /** The process ended. */
        public void crash() {
            segments.values().forEach(content -> content.cut(content.synced));
            segments.values().removeIf(content -> content.end == 0);
        }
    }

    private record Stored(byte[] wire, int[] ends) {}

    private static final class Content {
        private final Map<Run, Stored> runs = new LinkedHashMap<>();
        private long end;
        private long synced;

        private void cut(long length) {
            runs.keySet().removeIf(run -> run.place() + run.length() > length);
            end = length;
            synced = length;
        }
    }

    /** Opens what is left, and removes what the store does not know. */
    public SimulatedArchive(Disk disk, List<Segment> known, Faults faults) {
        this.disk = disk;
        this.faults = faults;
        Map<Integer, Long> lengths = new TreeMap<>();
        known.forEach(segment -> lengths.put(segment.id(), segment.length()));
        disk.segments.keySet().retainAll(lengths.keySet());
        lengths.forEach((id, length) -> {
            Content content = disk.segments.get(id);
            if (content == null || content.synced < length) {
                throw new AssertionError("the store relies on " + length + " bytes of segment " + id + ", there are "
                        + (content == null ? "none" : content.synced));
            }
            content.cut(length);
        });
    }

    @Override
    public Run write(long owner, long start, List<ByteBuffer> wire, int[] ends) {
        faults.beforeWrite();
        if (disk.segments.isEmpty() || disk.segments.lastEntry().getValue().end >= SEGMENT_BYTES) {
            sync();
            disk.segments.put(disk.segments.isEmpty() ? 1 : disk.segments.lastKey() + 1, new Content());
        }
        ByteBuffer all = ByteBuffer.allocate(
                wire.stream().mapToInt(ByteBuffer::remaining).sum());
        wire.forEach(part -> all.put(part.duplicate()));
        Content content = disk.segments.lastEntry().getValue();
        Run run = new Run(owner, start, all.capacity(), ends.length, disk.segments.lastKey(), content.end + HEADER);
        if (ends.length == 0 || ends[ends.length - 1] != all.capacity()) {
            throw new AssertionError(run + " does not end where its last message does");
        }
        content.runs.put(run, new Stored(all.array(), ends.clone()));
        content.end += HEADER + all.capacity();
        return run;
    }

    @Override
    public void sync() {
        faults.beforeWrite();
        disk.segments.values().forEach(content -> content.synced = content.end);
    }

    private Stored find(Run run) {
        Content content = disk.segments.get(run.segment());
        if (content == null) {
            throw new SegmentGoneException(run.segment());
        }
        Stored stored = content.runs.get(run);
        if (stored == null) {
            throw new AssertionError(run + " is not in the archive");
        }
        return stored;
    }

    @Override
    public Region open(Run run, long from, long to) {
        Stored stored = find(run);
        ByteBuffer bytes = ByteBuffer.wrap(stored.wire, (int) (from - run.start()), (int) (to - from))
                .slice()
                .asReadOnlyBuffer();
        return new MemoryBytes(bytes, run.place() + from - run.start(), stored.ends);
    }

    private record MemoryBytes(ByteBuffer bytes, long place, int[] table) implements Region {
        @Override
        public int[] ends() {
            return table.clone();
        }

        @Override
        public long length() {
            return bytes.remaining();
        }

        @Override
        public @Nullable FileChannel channel() {
            return null;
        }

        @Override
        public CorruptionException damaged(String what) {
            throw new AssertionError("nothing is damaged here: " + what);
        }

        @Override
        public void close() {}
    }

    @Override
    public int[] ends(Run run) {
        return find(run).ends.clone();
    }

    @Override
    public void verify(Run run) {
        find(run);
    }

    @Override
    public List<Segment> segments() {
        List<Segment> found = new ArrayList<>();
        disk.segments.forEach((id, content) -> {
            if (content.synced > 0) {
                found.add(new Segment(id, content.synced));
            }
        });
        return found;
    }

    @Override
    public void scan(int segment, Consumer<Run> visitor) {
        List.copyOf(disk.segments.get(segment).runs.keySet()).forEach(visitor);
    }

    @Override
    public void seal() {
        sync();
        Content next = new Content();
        next.end = HEADER;
        next.synced = HEADER;
        disk.segments.put(disk.segments.isEmpty() ? 1 : disk.segments.lastKey() + 1, next);
    }

    @Override
    public void drop(int segment) {
        if (disk.segments.lastKey() == segment || disk.segments.remove(segment) == null) {
            throw new AssertionError("segment " + segment + " cannot be dropped");
        }
    }

    @Override
    public void copyTo(Path directory, List<Segment> wanted) {
        throw new UnsupportedOperationException("a simulation makes no copies");
    }

    @Override
    public void close() {}
}
