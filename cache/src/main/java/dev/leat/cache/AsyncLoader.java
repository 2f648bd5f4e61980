package dev.leat.cache;

import java.util.concurrent.CompletionStage;

/** Loads what a cache does not have, without keeping a thread waiting. */
@FunctionalInterface
public interface AsyncLoader<K, V> {

    /** Begins to load. As long as the stage does not complete, callers that ask for the key wait, so it should end some time. */
    CompletionStage<LoadResult<V>> load(K key) throws Exception;
}
