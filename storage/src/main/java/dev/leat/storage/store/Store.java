package dev.leat.storage.store;

import dev.leat.storage.meter.StoreFigures;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys in the order of their unsigned bytes, changed by whole batches. Any thread reads; one thread writes. Arrays that
 * were handed in or out are not changed afterwards, by either side.
 */
public interface Store extends AutoCloseable {

    /** Where the store is, for messages. */
    default String name() {
        return "the store in memory";
    }

    byte @Nullable [] get(byte[] key);

    /**
     * Shows the entries from a key on, up to but without another, until the visitor says stop. What it shows is the state
     * at the time of the call: a batch that is committed meanwhile, even by the visitor, is not seen at all. It ends early
     * only if the visitor says so: an entry that cannot be read is an exception, never a gap.
     */
    void scan(byte[] from, byte[] to, Visitor visitor);

    /** Shows entries as {@link #scan} does, to a reader of all of them: what is read does not displace what is cached. */
    default void sweep(byte[] from, byte[] to, Visitor visitor) {
        scan(from, to, visitor);
    }

    /** Applies a batch: all of it or nothing. Durable after the next {@link #flush}; a crash keeps a prefix of the batches. */
    void commit(Batch batch);

    /** Makes every committed batch durable. */
    void flush();

    /**
     * Reads everything that is on disk and compares its checksums; throws a {@link dev.leat.storage.CorruptionException}
     * for the first thing that is not what was written. Takes as long as reading the whole store, beside normal work.
     */
    void verify();

    /** The files that hold the entries now; none if they are in memory. */
    default List<StoreTable> tables() {
        return List.of();
    }

    /**
     * Reads one table from the disk and compares the checksums of all its blocks. Returns false if the store does not use the table
     * any more: then nothing can be said about it.
     *
     * @throws dev.leat.storage.CorruptionException if it is not what was written
     */
    default boolean verify(StoreTable table) {
        return false;
    }

    /**
     * Copies the store into a directory that does not exist yet. The copy is durable and holds a prefix of the batches that
     * goes at least to the last flush; it may go further.
     */
    void copyTo(Path directory);

    /**
     * Rewrites the entries from a key on, up to but without another, without what was deleted of them. Needs space for those that are left,
     * until it is done.
     */
    default void compact(byte[] from, byte[] to) {}

    /** How large it is: cheap enough to ask every few seconds. */
    default StoreFigures figures() {
        return StoreFigures.NONE;
    }

    /** Lets go of the store. Batches after the last flush may or may not be kept. */
    @Override
    void close();

    /** Is shown entries in order. */
    @FunctionalInterface
    interface Visitor {
        /** Returns false to stop. */
        boolean entry(byte[] key, byte[] value);
    }
}
