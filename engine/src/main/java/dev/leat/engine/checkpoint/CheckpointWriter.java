package dev.leat.engine.checkpoint;

import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Batch;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves what shards captured into archive and store. The archive is synced first; the store learns of the runs, the rows of all features
 * and the position of the journal in one batch for each shard. Until that batch is durable, nothing points to the new bytes;
 * after it, the journal before the position is not needed.
 */
final class CheckpointWriter {
    private final Archive archive;
    private final Store store;
    private final SegmentUsage segments;
    private final RunIndex runs;

    /** What was captured of a shard: the parts of its features, and from where on it needs the journal. */
    record Captured(int shard, List<CheckpointPart> parts, long position) {

        long nextId() {
            return parts.stream().mapToLong(CheckpointPart::nextId).max().orElse(0);
        }
    }

    CheckpointWriter(Archive archive, Store store, SegmentUsage segments) {
        this.archive = archive;
        this.store = store;
        this.segments = segments;
        this.runs = new RunIndex(store);
    }

    /** Returns the last run of every stream that has got enough of them to be worth joining. */
    List<Run> write(List<Captured> captures) {
        for (Captured captured : captures) {
            captured.parts().forEach(part -> part.writeTo(archive));
        }
        archive.sync();
        List<Run> joinable = new ArrayList<>();
        for (Captured captured : captures) {
            store.commit(batch(captured));
            captured.parts().forEach(part -> joinable.addAll(part.joinable()));
        }
        store.flush();
        return joinable;
    }

    private Batch batch(Captured captured) {
        Batch batch = new Batch();
        captured.parts().forEach(part -> part.writeTo(batch));
        segments.measure(archive);
        segments.writeTo(batch);
        new AppliedPosition(captured.shard(), captured.position(), captured.nextId()).writeTo(batch);
        return batch;
    }

    /** Removes the runs of streams that were deleted from the index. */
    void releaseRuns(List<Long> removedStreams) {
        Batch batch = new Batch();
        for (long id : removedStreams) {
            runs.removeAll(id, segments, batch);
        }
        if (!batch.changes().isEmpty()) {
            segments.writeTo(batch);
            store.commit(batch);
            store.flush();
        }
    }
}
