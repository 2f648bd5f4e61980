package dev.leat.engine.shard;

import dev.leat.storage.store.Batch;

/** What a checkpoint writes of one feature of one shard: taken on the shard's thread as a copy, written by another. */
public interface CheckpointPart {

    CheckpointPart NOTHING = batch -> {};

    /** Adds the feature's rows to the batch that moves the shard's position. */
    void writeTo(Batch batch);

    /** The checkpoint is durable. Called by the thread that wrote it. */
    default void written() {}
}
