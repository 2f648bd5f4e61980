package dev.leat.engine.simulation;

import dev.leat.storage.StorageException;
import dev.leat.storage.journal.Commit;
import dev.leat.storage.journal.FrameReader;
import dev.leat.storage.journal.Journal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A journal whose frames become durable when the test says so, and not before. It looks at a frame's bytes only then, so that
 * a buffer that is used again too early shows.
 */
public final class SimulatedJournal implements Journal {
    private static final int HEADER = 24;

    private final Disk disk;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private long durable;
    private boolean broken;

    /** What outlives a process. */
    public static final class Disk {
        private final List<Frame> frames = new ArrayList<>();
        private long end;
        private long recycled;
    }

    private record Frame(int shard, long end, byte[] body) {}

    private record Pending(int shard, ByteBuffer body, Commit commit) {}

    public SimulatedJournal(Disk disk) {
        this.disk = disk;
    }

    @Override
    public void replay(long from, long reached, long upTo, FrameReader reader) {
        disk.frames.removeIf(frame -> frame.end > upTo);
        disk.end = Math.min(disk.end, upTo);
        if (from < disk.recycled || from > disk.end) {
            throw new AssertionError(
                    "replay from " + from + ", but the journal has " + disk.recycled + " to " + disk.end);
        }
        for (Frame frame : disk.frames) {
            if (frame.end > from) {
                reader.frame(frame.shard, frame.end, ByteBuffer.wrap(frame.body).asReadOnlyBuffer());
            }
        }
        disk.end += HEADER; // a note of its own says that the journal was opened
        durable = disk.end;
    }

    @Override
    public void append(int shard, ByteBuffer body, Commit commit) {
        pending.add(new Pending(shard, body, commit));
    }

    public int pending() {
        return pending.size();
    }

    boolean isBroken() {
        return broken;
    }

    /** Makes the oldest frames durable in one commit, then tells each. */
    public void sync(int count) {
        if (broken) {
            failPending();
            return;
        }
        List<Pending> group = new ArrayList<>();
        while (group.size() < count && !pending.isEmpty()) {
            group.add(pending.remove());
        }
        List<Long> ends = new ArrayList<>();
        group.forEach(frame -> ends.add(write(frame)));
        durable = disk.end;
        for (int i = 0; i < group.size(); i++) {
            group.get(i).commit.durable(ends.get(i));
        }
    }

    /** A commit fails, though some of it reached the disk; nothing can be appended any more. */
    public void fail(Random random) {
        if (!broken) {
            writeSome(random);
        }
        broken = true;
        failPending();
    }

    private void failPending() {
        List<Pending> lost = new ArrayList<>(pending);
        pending.clear();
        lost.forEach(frame -> frame.commit.failed(new StorageException("a simulated failure of the journal")));
    }

    /** The process ends; some of what was on its way reached the disk. */
    public void crash(Random random) {
        writeSome(random);
        pending.clear();
    }

    private void writeSome(Random random) {
        int survivors = random.nextInt(pending.size() + 1);
        pending.stream().limit(survivors).forEach(this::write);
    }

    private long write(Pending frame) {
        byte[] body = new byte[frame.body.remaining()];
        frame.body.duplicate().get(body);
        disk.end += HEADER + body.length;
        disk.frames.add(new Frame(frame.shard, disk.end, body));
        return disk.end;
    }

    @Override
    public long durable() {
        return durable;
    }

    @Override
    public void recycle(long before) {
        long unneeded = Math.min(before, durable);
        disk.frames.removeIf(frame -> frame.end <= unneeded);
        disk.recycled = Math.max(disk.recycled, unneeded);
    }

    @Override
    public long room() {
        return Long.MAX_VALUE;
    }

    @Override
    public long copyTo(Path directory) {
        throw new UnsupportedOperationException("a simulation makes no copies");
    }

    @Override
    public void close() {}
}
