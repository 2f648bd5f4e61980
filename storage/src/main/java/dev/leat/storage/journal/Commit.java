package dev.leat.storage.journal;

import dev.leat.storage.StorageException;

/** Learns what became of one appended frame. Called on the committer's thread: hand on and return. */
public interface Commit {

    /** The frame is on disk and ends at this position. */
    void durable(long end);

    /**
     * The frame is not durable and never will be. If the cause is an {@link dev.leat.storage.OutOfSpaceException} the frame
     * found no room, and the shard can go on after {@link Journal#resume}; otherwise the journal takes no more frames.
     */
    void failed(StorageException cause);
}
