package dev.leat.cache;

/** Loads what a cache does not have. It runs in the thread of whoever asked first. */
@FunctionalInterface
public interface Loader<K, V> {

    /** What there is for a key. What this throws reaches everybody who waits for it, and nothing is cached. */
    LoadResult<V> load(K key) throws Exception;
}
