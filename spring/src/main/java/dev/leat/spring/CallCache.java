package dev.leat.spring;

import dev.leat.cache.TaggedCache;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;

/**
 * A cache as one call of a cached method sees it: with the call's tags, and with a place for the value that it asked for and
 * did not get. Spring asks before the method runs and puts after it, so that the place knows of everything invalidated in between.
 *
 * <p>Only the first question leaves a place. A caller that keeps a view and asks again may put what was read before the question, or what
 * other nodes have to hear of; the cache cannot tell, so those puts evict.
 */
final class CallCache implements Cache {

    private static final Asked NO_MORE = new Asked(new Object(), null);

    private final LeatCache cache;
    private final CallTags tags;
    private final AtomicReference<@Nullable Asked> asked = new AtomicReference<>();

    /** A key that was not there. */
    private record Asked(Object key, LeatCache.@Nullable Miss miss) {}

    CallCache(LeatCache cache, CallTags tags) {
        this.cache = cache;
        this.tags = tags;
    }

    /** The same cache for another call. */
    CallCache with(CallTags others) {
        return new CallCache(cache, others);
    }

    @Override
    public String getName() {
        return cache.name();
    }

    @Override
    public TaggedCache<Object, Object> getNativeCache() {
        return cache.values();
    }

    @Override
    public @Nullable ValueWrapper get(Object key) {
        CacheAccess reading = cache.reading();
        ValueWrapper hit = cache.hit(key, reading);
        boolean first = asked.get() == null;
        Asked question = hit == null && first ? new Asked(key, cache.miss(key, tags, reading)) : NO_MORE;
        if (!asked.compareAndSet(null, question)) {
            asked.set(NO_MORE);
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
        Asked question = asked.getAndSet(NO_MORE);
        if (question == null || question.miss() == null || !question.key().equals(key)) {
            cache.evict(key);
        } else {
            question.miss().found(value);
        }
    }

    /** The value was made before this question. */
    @Override
    public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
        ValueWrapper hit = cache.hit(key, cache.reading());
        if (hit == null) {
            cache.evict(key);
        }
        return hit;
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
