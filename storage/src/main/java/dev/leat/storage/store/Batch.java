package dev.leat.storage.store;

import java.util.ArrayList;
import java.util.List;

/** Changes to keys that happen together or not at all, in the order they were added. */
public final class Batch {

    /** One change of a batch. */
    public sealed interface Change {
        record Put(byte[] key, byte[] value) implements Change {}

        record Delete(byte[] key) implements Change {}

        /** Deletes the keys from one on, up to but without another. */
        record DeleteRange(byte[] from, byte[] to) implements Change {}
    }

    private final List<Change> changes = new ArrayList<>();

    public Batch put(byte[] key, byte[] value) {
        changes.add(new Change.Put(key, value));
        return this;
    }

    public Batch delete(byte[] key) {
        changes.add(new Change.Delete(key));
        return this;
    }

    public Batch deleteRange(byte[] from, byte[] to) {
        changes.add(new Change.DeleteRange(from, to));
        return this;
    }

    public List<Change> changes() {
        return changes;
    }
}
