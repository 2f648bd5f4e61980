package dev.leat.storage.journal;

import dev.leat.storage.StorageException;

/** Learns what became of one appended frame. Called on the thread that commits: hand on and return. */
public interface Commit {

    /** The frame is on disk and ends at this position. */
    void durable(long end);

    /**
     * The frame is not durable and never will be, nor will any later frame of its shard: its writer has to start over
     * from what is durable, with the journal opened anew.
     */
    void failed(StorageException cause);

    /** How many calls wait for the frame: only to be counted. */
    default int calls() {
        return 1;
    }
}
