package dev.leat.engine;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.stream.CaptureReader;
import dev.leat.engine.stream.CapturedStreams;
import dev.leat.engine.stream.CheckpointWriter;
import dev.leat.engine.stream.CheckpointWriter.Captured;
import dev.leat.engine.stream.Streams;
import dev.leat.storage.archive.Run;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Moves what the journal has into archive and store, so that the journal can be recycled and a start replays little. Every
 * shard is captured between two of its turns; it goes on deciding while what it had is written.
 */
final class Checkpoint {
    private final Storage storage;
    private final Streams streams;
    private final CheckpointWriter writer;
    private final long[] positions;
    private volatile long position;

    Checkpoint(Storage storage, Streams streams, int shards, long position) {
        this.storage = storage;
        this.streams = streams;
        this.positions = new long[shards];
        Arrays.fill(positions, position);
        this.writer = new CheckpointWriter(storage.archive(), storage.store(), storage.book());
        this.position = position;
    }

    /** How much the journal has grown since the last one. */
    long journalBytes() {
        return storage.journal().durable() - position;
    }

    /** How many shards there are. */
    int shards() {
        return positions.length;
    }

    /** Asks every shard for what changed. */
    CompletableFuture<List<Captured>> captureAll() {
        return capture(IntStream.range(0, shards()).boxed().toList());
    }

    /** Asks shards, at least one, for what changed. */
    CompletableFuture<List<Captured>> capture(List<Integer> shards) {
        CompletableFuture<List<Captured>> all = new CompletableFuture<>();
        Captured[] found = new Captured[shards.size()];
        AtomicInteger missing = new AtomicInteger(found.length);
        for (int i = 0; i < found.length; i++) {
            int index = i;
            streams.capture(shards.get(i), new CaptureReader() {
                @Override
                public void captured(CapturedStreams capture, List<CheckpointPart> parts, long at) {
                    found[index] = new Captured(capture, parts, at);
                    if (missing.decrementAndGet() == 0) {
                        all.complete(List.of(found));
                    }
                }

                @Override
                public void refused(Rejection rejection) {
                    all.completeExceptionally(RejectedException.withoutTrace(rejection));
                }
            });
        }
        return all;
    }

    /** Asks a shard for the streams that were deleted since the last checkpoint had it, once that is durable. */
    CompletableFuture<List<Long>> removedStreams(int shard) {
        CompletableFuture<List<Long>> answer = new CompletableFuture<>();
        streams.removed(shard, answer);
        return answer;
    }

    /**
     * Forgets where the archive has messages of deleted streams, so that their space can be reclaimed without a checkpoint. The streams
     * themselves stay in the store until one is made: the journal still tells how they ended.
     */
    void releaseRuns(List<Long> removedStreams) {
        writer.releaseRuns(removedStreams);
    }

    /**
     * Writes what was captured. The journal is recycled up to where all shards, those of earlier parts included, have it in archive and
     * store. Returns the last run of every stream that got one. If it fails, what the shards gave away is
     * only in the journal: the engine has to start over from there.
     */
    List<Run> write(List<Captured> captures) {
        List<Run> written = writer.write(captures);
        for (Captured captured : captures) {
            positions[captured.capture().shard()] = captured.position();
            streams.archived(captured.capture());
            captured.parts().forEach(CheckpointPart::written);
        }
        position = Arrays.stream(positions).min().orElseThrow();
        storage.journal().recycle(position);
        return written;
    }
}
