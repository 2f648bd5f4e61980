package dev.leat.engine.shard;

import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Run;
import dev.leat.storage.store.Batch;
import java.util.List;

/**
 * What a checkpoint writes of one feature of one shard: taken on the shard's thread as a copy, written by another. The methods are called
 * in the order in which they stand here.
 */
public interface CheckpointPart {

    CheckpointPart NOTHING = batch -> {};

    /** Writes message bytes to the archive, which is synced afterwards. Nothing refers to them until the batch is durable. */
    default void writeTo(Archive archive) {}

    /** Adds the feature's rows to the batch that moves the shard's position. */
    void writeTo(Batch batch);

    /** Returns the last run of each stream that has enough runs by now for joining to be worthwhile. */
    default List<Run> joinable() {
        return List.of();
    }

    /** Called by the thread that wrote the checkpoint, once it is durable. */
    default void written() {}

    /** Returns the next id that the feature gives out, as of the capture; 0 if it gives out none. */
    default long nextId() {
        return 0;
    }
}
