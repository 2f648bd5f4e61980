package dev.leat.engine.checkpoint;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.checkpoint.CheckpointWriter.Captured;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Shard;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Run;
import dev.leat.storage.journal.Journal;
import dev.leat.storage.store.Store;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Moves what the journal has into archive and store, so that the journal can be recycled and a start replays little. Every
 * shard is captured between two of its turns; it goes on deciding while what it had is written.
 */
public final class Checkpoint {
    private final Journal journal;
    private final Shard[] shards;
    private final CheckpointWriter writer;
    private final long[] positions;
    private volatile long position;

    /** What was captured of some shards, for {@link #write}. */
    public static final class Capture {
        private final List<Captured> shards;

        private Capture(Captured[] shards) {
            this.shards = List.of(shards);
        }
    }

    /** @param position up to where the last checkpoint had the journal */
    public Checkpoint(
            Journal journal, Archive archive, Store store, SegmentUsage segments, Shard[] shards, long position) {
        this.journal = journal;
        this.shards = shards.clone();
        this.positions = new long[shards.length];
        Arrays.fill(positions, position);
        this.writer = new CheckpointWriter(archive, store, segments);
        this.position = position;
    }

    /** How much the journal has grown since the last one. */
    public long journalBytes() {
        return journal.durable() - position;
    }

    /** How many shards there are. */
    public int shards() {
        return shards.length;
    }

    /** Asks every shard for what changed. */
    public CompletableFuture<Capture> captureAll() {
        return capture(IntStream.range(0, shards.length).boxed().toList());
    }

    /** Asks shards, at least one, for what changed. */
    public CompletableFuture<Capture> capture(List<Integer> numbers) {
        CompletableFuture<Capture> all = new CompletableFuture<>();
        Captured[] found = new Captured[numbers.size()];
        AtomicInteger missing = new AtomicInteger(found.length);
        for (int i = 0; i < found.length; i++) {
            int index = i;
            Shard shard = shards[numbers.get(i)];
            shard.force(new CaptureCall(shard, new Reply<>() {
                @Override
                public void answered(Captured captured) {
                    found[index] = captured;
                    if (missing.decrementAndGet() == 0) {
                        all.complete(new Capture(found));
                    }
                }

                @Override
                public void refused(Rejection rejection) {
                    all.completeExceptionally(RejectedException.withoutTrace(rejection));
                }
            }));
        }
        return all;
    }

    /**
     * Removes the runs of deleted streams from the index, so that their space can be reclaimed without a checkpoint. The streams
     * themselves stay in the store until one is made: the journal still tells how they ended.
     */
    public void releaseRuns(List<Long> removedStreams) {
        writer.releaseRuns(removedStreams);
    }

    /**
     * Writes what was captured. The journal is recycled up to where all shards, those of earlier parts included, have it in archive and
     * store. Returns the last run of every stream that has enough of them to be worth joining. If it fails, what the shards gave away is
     * only in the journal: the engine has to start over from there.
     */
    public List<Run> write(Capture capture) {
        List<Run> written = writer.write(capture.shards);
        for (Captured captured : capture.shards) {
            positions[captured.shard()] = captured.position();
            captured.parts().forEach(CheckpointPart::written);
        }
        position = Arrays.stream(positions).min().orElseThrow();
        journal.recycle(position);
        return written;
    }
}
