package dev.leat.cache;

/** Loads what a cache does not have. It runs in the thread of the first caller. */
@FunctionalInterface
public interface Loader<K, V> {

    /** What there is for a key. What this throws reaches all waiting callers, and nothing is cached. */
    LoadResult<V> load(K key) throws Exception;
}
