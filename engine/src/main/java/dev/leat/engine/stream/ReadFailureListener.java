package dev.leat.engine.stream;

import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Run;

/** Is told, on the reader's thread, of reads that storage did not allow. */
public interface ReadFailureListener {

    /** Takes no notice. */
    ReadFailureListener IGNORED = new ReadFailureListener() {
        @Override
        public void damaged(Run run, StorageException cause) {}

        @Override
        public void failed(RuntimeException cause) {}
    };

    /** A run of the archive is not what was written. */
    void damaged(Run run, StorageException cause);

    /** A read failed, because of damage or for another reason. */
    void failed(RuntimeException cause);
}
