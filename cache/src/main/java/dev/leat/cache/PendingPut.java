package dev.leat.cache;

import java.util.Objects;

/**
 * A place for a value that is loaded outside of the cache. It remembers what had been invalidated when it was made, so that a
 * value which was read before an invalidation and arrives after it is not stored.
 */
public final class PendingPut<K, V> {

    private final SlotTable<K, V> table;
    private final K key;
    private final RunningLoad<V> load;

    PendingPut(SlotTable<K, V> table, K key, RunningLoad<V> load) {
        this.table = table;
        this.key = key;
        this.load = load;
    }

    /** Stores what was read after this was made. False if it was not stored, because it is or may be out of date. */
    public boolean store(LoadResult<V> loaded) {
        return table.put(key, load, Objects.requireNonNull(loaded, "loaded"));
    }
}
