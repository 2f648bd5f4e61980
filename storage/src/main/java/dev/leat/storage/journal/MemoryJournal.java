package dev.leat.storage.journal;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import dev.leat.storage.meter.CommitMeter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A journal that keeps nothing: a frame is "durable" as soon as the committer gets to it. It has a committer of its own, and
 * does not call back from within {@link #append}, so that callers see the same order of things as with a journal on disk.
 */
public final class MemoryJournal implements Journal {
    private final PendingFrames pending = new PendingFrames();
    private final Thread committer =
            Thread.ofPlatform().name("leat-journal-committer").daemon().unstarted(this::run);
    private CommitMeter meter = new CommitMeter();
    private volatile long durable;

    @Override
    public void measure(CommitMeter with) {
        meter = with;
    }

    @Override
    public void replay(long from, long reached, long upTo, FrameReader reader) {
        if (from != 0) {
            throw new CorruptionException(Path.of("memory"), from, "a journal in memory starts at 0");
        }
        if (committer.getState() != Thread.State.NEW) {
            throw new IllegalStateException("a journal is replayed once, after it was opened");
        }
        committer.start();
    }

    @Override
    public void append(int shard, ByteBuffer body, Commit commit) {
        push(Frame.data(shard, body, commit));
    }

    @Override
    public long durable() {
        return durable;
    }

    /** There is nothing to give back. */
    @Override
    public void recycle(long before) {}

    @Override
    public long room() {
        return Long.MAX_VALUE;
    }

    @Override
    public long copyTo(Path directory) {
        throw new UnsupportedOperationException("a journal in memory has nothing to copy");
    }

    @Override
    public void close() {
        if (committer.getState() != Thread.State.NEW && pending.push(Frame.closed(new AwaitedCommit()))) {
            ThreadJoin.join(committer);
        }
    }

    private void push(Frame frame) {
        if (committer.getState() == Thread.State.NEW) {
            throw new IllegalStateException("the journal was not replayed yet");
        }
        if (!pending.push(frame)) {
            throw new IllegalStateException("the journal is closed");
        }
    }

    private void run() {
        boolean closed = false;
        while (!closed) {
            Frame group = pending.take();
            measure(group);
            closed = tell(group, null);
        }
        tell(pending.shut(), new StorageException("the journal was closed before the frame was appended"));
    }

    private void measure(Frame group) {
        long calls = 0;
        long bytes = 0;
        for (Frame frame = group; frame != null; frame = frame.next) {
            if (frame.kind == Frame.Kind.DATA) {
                calls += frame.calls();
                bytes += frame.size();
            }
        }
        if (bytes > 0) {
            meter.committed(calls, bytes);
        }
    }

    private boolean tell(@Nullable Frame group, @Nullable StorageException failure) {
        boolean closed = false;
        for (Frame frame = group; frame != null; frame = frame.next) {
            frame.end = durable + frame.size();
            durable = frame.end;
            frame.tell(failure);
            closed |= frame.kind == Frame.Kind.CLOSED;
        }
        return closed;
    }
}
