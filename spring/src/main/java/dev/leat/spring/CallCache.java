package dev.leat.spring;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;

/**
 * A cache as one call of a cached method sees it: with the call's tags, and with a place for each value that it asked for and
 * did not get. Spring asks before the method runs and puts after it, so that the place knows of everything invalidated in between.
 */
final class CallCache implements Cache {

    private final LeatCache cache;
    private final CallTags tags;
    private final Map<Object, LeatCache.Miss> misses = new ConcurrentHashMap<>();

    CallCache(LeatCache cache, CallTags tags) {
        this.cache = cache;
        this.tags = tags;
    }

    @Override
    public String getName() {
        return cache.getName();
    }

    @Override
    public Object getNativeCache() {
        return cache.getNativeCache();
    }

    @Override
    public @Nullable ValueWrapper get(Object key) {
        Reading reading = cache.reading();
        ValueWrapper hit = cache.hit(key, reading);
        if (hit == null) {
            misses.put(key, cache.miss(key, tags, reading));
        }
        return hit;
    }

    @Override
    public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
        return LeatCache.typed(get(key), type);
    }

    @Override
    public <T> @Nullable T get(Object key, Callable<T> loader) {
        return cache.load(key, tags, loader);
    }

    @Override
    public @Nullable CompletableFuture<?> retrieve(Object key) {
        ValueWrapper hit = get(key);
        return hit == null ? null : CompletableFuture.completedFuture(hit);
    }

    @Override
    public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> loader) {
        return cache.loadAsync(key, tags, loader);
    }

    @Override
    public void put(Object key, @Nullable Object value) {
        LeatCache.Miss miss = misses.remove(key);
        if (miss == null) {
            cache.put(key, value);
        } else {
            miss.found(value);
        }
    }

    @Override
    public void evict(Object key) {
        cache.evict(key);
    }

    @Override
    public void clear() {
        cache.clear();
    }
}
