package dev.leat.cache;

/** Content of the cache for a key: a value, or a load that is running. */
sealed interface Slot<V> permits Entry, RunningLoad {}
