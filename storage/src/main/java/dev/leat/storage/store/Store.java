package dev.leat.storage.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Keys in the order of their unsigned bytes, changed by whole batches. Any thread reads; one thread writes. */
public interface Store extends AutoCloseable {

    byte @Nullable [] get(byte[] key);

    /** Shows the entries from a key on, up to but without another, until the visitor says stop. */
    void scan(byte[] from, byte[] to, Visitor visitor);

    /** Applies a batch: all of it or nothing. Durable after the next {@link #flush}; a crash keeps a prefix of the batches. */
    void commit(Batch batch);

    /** Makes every committed batch durable. */
    void flush();

    /** Copies what is durable into a directory that does not exist yet. */
    void copyTo(Path directory);

    @Override
    void close();

    /** Is shown entries in order. */
    @FunctionalInterface
    interface Visitor {
        /** Returns false to stop. */
        boolean entry(byte[] key, byte[] value);
    }
}
