package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DiskFailure;
import dev.leat.storage.meter.CommitMeter;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that makes frames durable: takes all that wait, writes them, syncs once, and only then tells. While it waits
 * for the disk the next group collects.
 *
 * <p>After a failed write or sync it is unknown what is on the disk, so the journal stays failed. A frame that finds no room is
 * another matter: nothing of it was written, and other shards go on. But what its shard appended after it was decided on top
 * of it, so all further frames of that shard fail, too.
 */
final class Committer implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Committer.class);

    private final PendingFrames pending;
    private final SegmentSupply supply;
    private final SegmentFiller filler;
    private final Disk disk;
    private final JournalWriter writer;
    private final CommitMeter meter;
    private final Map<Integer, StorageException> heldShards = new HashMap<>();
    private final Thread thread =
            Thread.ofPlatform().name("leat-journal-committer").daemon().unstarted(this);

    private volatile long durable;
    private @Nullable StorageException failed;
    private @Nullable Frame untold;
    private boolean unsynced;
    private long unsyncedCalls;
    private long unsyncedBytes;
    private boolean closed;

    Committer(
            PendingFrames pending,
            SegmentSupply supply,
            SegmentFiller filler,
            Disk disk,
            JournalWriter writer,
            CommitMeter meter,
            long durable) {
        this.pending = pending;
        this.supply = supply;
        this.filler = filler;
        this.disk = disk;
        this.writer = writer;
        this.meter = meter;
        this.durable = durable;
    }

    void start() {
        thread.start();
    }

    void join() {
        ThreadJoin.join(thread);
    }

    long durable() {
        return durable;
    }

    @Override
    public void run() {
        while (!closed) {
            commit(pending.take());
        }
        tell(pending.shut(), null, new StorageException("the journal was closed before the frame was appended"));
        close();
    }

    /** Makes a group durable, or fails, and completes its commits. Called by the committer thread, or by the thread that borrowed its place. */
    void commit(Frame group) {
        untold = group;
        try {
            for (Frame frame = group; frame != null && failed == null; frame = frame.next) {
                write(frame);
            }
            sync();
        } catch (IOException e) {
            failed = DiskFailure.of("cannot write " + writer.segment().file, e);
        } catch (RuntimeException | Error e) {
            failed = new StorageException("the journal failed at " + writer.segment().file, e);
        }
        tell(untold, null, failed);
        if (supply.isShort()) {
            filler.wake();
        }
    }

    private void write(Frame frame) throws IOException {
        switch (frame.kind) {
            case OPENED -> {
                writer.force(); // what was read may have been in the page cache only, and is durable from here on
                place(frame);
            }
            case DATA, CLOSED, ROLLED -> place(frame);
        }
    }

    private void place(Frame frame) throws IOException {
        StorageException held = frame.kind == Frame.Kind.DATA ? heldShards.get(frame.shard) : null;
        if (held != null) {
            frame.refusal = held;
            return;
        }
        try {
            makeRoom(frame);
        } catch (StorageException noRoom) {
            frame.refusal = noRoom;
            heldShards.put(frame.shard, noRoom);
            return;
        }
        writer.add(frame, durable);
        unsynced = true;
        if (frame.kind == Frame.Kind.DATA) {
            unsyncedCalls += frame.calls();
            unsyncedBytes += frame.size();
        }
    }

    /** Finds the frame a place in prepared space, in the next segment if need be. */
    private void makeRoom(Frame frame) throws IOException {
        int needed = frame.size() + frame.reserve();
        if (fitsHere(needed)) {
            return;
        }
        JournalSegment next = supply.next();
        supply.require(next, JournalSegment.Header.SIZE + needed);
        roll(frame, next, open(next));
    }

    /** Also false if the rest of the segment cannot be filled: a recycled one may be ready to go on in. */
    private boolean fitsHere(int needed) {
        try {
            if (writer.fits(needed)) {
                supply.require(writer.segment(), writer.offset() + needed);
                return true;
            }
        } catch (StorageException noRoom) {
            log.debug("leaving the rest of {} unused", writer.segment().file, noRoom);
        }
        return false;
    }

    private Disk.Handle open(JournalSegment segment) {
        try {
            return disk.openThrough(segment.file);
        } catch (IOException e) {
            throw DiskFailure.of("cannot open " + segment.file, e);
        }
    }

    /** Ends the active segment. The frames in it are told now: they need not wait for those of the next. */
    private void roll(Frame frame, JournalSegment next, Disk.Handle handle) throws IOException {
        writer.add(Frame.rolled(), durable);
        unsynced = true;
        sync();
        tell(untold, frame, null);
        untold = frame;
        writer.move(next, handle);
        supply.advance();
    }

    private void sync() throws IOException {
        if (unsynced && failed == null) {
            long nanos = writer.sync();
            unsynced = false;
            durable = writer.position();
            supply.taken(writer.offset());
            measure(nanos);
        }
    }

    /** What opens, closes and rolls the journal is no commit. */
    private void measure(long nanos) {
        if (unsyncedBytes > 0) {
            meter.synced(nanos);
            meter.committed(unsyncedCalls, unsyncedBytes);
        }
        unsyncedCalls = 0;
        unsyncedBytes = 0;
    }

    private void tell(@Nullable Frame from, @Nullable Frame to, @Nullable StorageException failure) {
        for (Frame frame = from; frame != null && frame != to; frame = frame.next) {
            frame.tell(failure);
            closed |= frame.kind == Frame.Kind.CLOSED;
        }
    }

    private void close() {
        try {
            writer.close();
        } catch (IOException e) {
            log.warn("cannot close {}", writer.segment().file, e);
        }
    }
}
