package dev.leat.cache;

/** What the cache has for a key: a value, or a load that is running. */
sealed interface Slot<V> permits Entry, RunningLoad {}
