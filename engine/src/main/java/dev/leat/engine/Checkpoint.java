package dev.leat.engine;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.engine.shard.Part;
import dev.leat.engine.stream.Capture;
import dev.leat.engine.stream.CaptureReader;
import dev.leat.engine.stream.CheckpointWriter;
import dev.leat.engine.stream.CheckpointWriter.Captured;
import dev.leat.engine.stream.Streams;
import dev.leat.storage.archive.Run;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Moves what the journal has into archive and store, so that the journal can be recycled and a start replays little. Every
 * shard is captured between two of its turns; it goes on deciding while what it had is written.
 */
final class Checkpoint {
    private final Storage storage;
    private final Streams streams;
    private final int shards;
    private final CheckpointWriter writer;
    private volatile long position;

    Checkpoint(Storage storage, Streams streams, int shards, long position) {
        this.storage = storage;
        this.streams = streams;
        this.shards = shards;
        this.writer = new CheckpointWriter(storage.archive(), storage.store(), storage.book());
        this.position = position;
    }

    /** How much the journal has grown since the last one. */
    long journalBytes() {
        return storage.journal().durable() - position;
    }

    /** Asks every shard for what changed. */
    CompletableFuture<List<Captured>> capture() {
        CompletableFuture<List<Captured>> all = new CompletableFuture<>();
        Captured[] found = new Captured[shards];
        AtomicInteger missing = new AtomicInteger(shards);
        for (int shard = 0; shard < shards; shard++) {
            int index = shard;
            streams.capture(shard, new CaptureReader() {
                @Override
                public void captured(Capture capture, List<Part> parts, long at) {
                    found[index] = new Captured(capture, parts, at);
                    if (missing.decrementAndGet() == 0) {
                        all.complete(List.of(found));
                    }
                }

                @Override
                public void refused(Rejection rejection) {
                    all.completeExceptionally(new RejectedException(rejection));
                }
            });
        }
        return all;
    }

    /**
     * Writes what was captured. Returns the last run of every stream that got one. If it fails, what the shards gave away is
     * only in the journal: the engine has to start over from there.
     */
    List<Run> write(List<Captured> captures) {
        List<Run> written = writer.write(captures);
        long needed = Long.MAX_VALUE;
        for (Captured captured : captures) {
            needed = Math.min(needed, captured.position());
            streams.archived(captured.capture());
            captured.parts().forEach(Part::written);
        }
        position = needed;
        storage.journal().recycle(needed);
        return written;
    }
}
