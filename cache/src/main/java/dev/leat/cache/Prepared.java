package dev.leat.cache;

import java.util.Objects;

/**
 * A place for a value that is loaded outside of the cache. It remembers what had been invalidated when it was made, so that a
 * value which was read before an invalidation and arrives after it is not stored.
 */
public final class Prepared<K, V> {

    private final Table<K, V> table;
    private final K key;
    private final Load<V> load;

    Prepared(Table<K, V> table, K key, Load<V> load) {
        this.table = table;
        this.key = key;
        this.load = load;
    }

    /** Stores what was read after this was made. False if it was not stored, because it is or may be out of date. */
    public boolean store(Loaded<V> loaded) {
        return table.put(key, load, Objects.requireNonNull(loaded, "loaded"));
    }
}
