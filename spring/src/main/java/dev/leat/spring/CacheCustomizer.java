package dev.leat.spring;

import dev.leat.cache.CacheBuilder;

/** A bean that adds to a cache what properties cannot say, such as a weigher. How its keys are written is not its choice. */
@FunctionalInterface
public interface CacheCustomizer {

    void customize(String cache, CacheBuilder<Object, Object> builder);
}
