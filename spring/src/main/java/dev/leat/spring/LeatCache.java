package dev.leat.spring;

import dev.leat.cache.LoadResult;
import dev.leat.cache.PendingPut;
import dev.leat.cache.TaggedCache;
import dev.leat.outbox.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.Cache.ValueWrapper;
import org.springframework.cache.support.SimpleValueWrapper;

/**
 * The part that the views of a cache share ({@link CallCache}). To evict is to invalidate on all nodes: with the transaction if there is one, else
 * at once.
 *
 * <p>A value that is put without having been asked for was made before the cache knew of it, and may be out of date already; so
 * such a {@code put} evicts, and the next to ask loads.
 */
final class LeatCache {

    /** {@code entity("spring-cache", name)} is all of a cache. */
    private static final String ENTITY = "spring-cache";

    private final String name;
    private final TaggedCache<Object, Object> values;
    private final LeatOutbox outbox;
    private final int isolation;
    private final Intent all;

    LeatCache(String name, TaggedCache<Object, Object> values, LeatOutbox outbox, int isolation) {
        this.name = name;
        this.values = values;
        this.outbox = outbox;
        this.isolation = isolation;
        all = Intent.entity(ENTITY, name);
    }

    String name() {
        return name;
    }

    TaggedCache<Object, Object> values() {
        return values;
    }

    void evict(Object key) {
        outbox.invalidateAnyway(Intent.key(KeyText.of(name, key)));
    }

    void clear() {
        outbox.invalidateAnyway(all);
    }

    CacheAccess reading() {
        return CacheAccess.now(outbox, isolation);
    }

    @Nullable
    ValueWrapper hit(Object key, CacheAccess reading) {
        return reading == CacheAccess.NONE
                ? null
                : values.peek(key)
                        .map(found -> new SimpleValueWrapper(found.value().orElse(null)))
                        .orElse(null);
    }

    /** A place for what is about to be loaded, if it may be kept. */
    Miss miss(Object key, CallTags tags, CacheAccess reading) {
        boolean keeps = reading == CacheAccess.SHARED || reading == CacheAccess.KEPT_AFTER_COMMIT;
        return new Miss(keeps ? values.prepare(key, known(tags)) : null, tags, reading);
    }

    /** Loads together with other callers of the same key, if they may have what this thread sees. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as in every cache of Spring
    <T> @Nullable T load(Object key, CallTags tags, Callable<T> loader) {
        CacheAccess reading = reading();
        if (reading == CacheAccess.SHARED) {
            return (T) values.find(key, known(tags), asked -> loaded(call(key, loader), tags))
                    .orElse(null);
        }
        ValueWrapper hit = hit(key, reading);
        if (hit != null) {
            return (T) hit.get();
        }
        Miss miss = miss(key, tags, reading);
        T value = call(key, loader);
        miss.found(value);
        return value;
    }

    @SuppressWarnings("unchecked") // as in every cache of Spring
    <T> CompletableFuture<T> loadAsync(Object key, CallTags tags, Supplier<CompletableFuture<T>> loader) {
        CacheAccess reading = reading();
        if (reading == CacheAccess.SHARED) {
            CompletableFuture<Optional<Object>> found =
                    values.findAsync(key, known(tags), asked -> loader.get().thenApply(value -> loaded(value, tags)));
            return found.thenApply(value -> (T) value.orElse(null));
        }
        ValueWrapper hit = hit(key, reading);
        return hit == null ? loader.get() : CompletableFuture.completedFuture((T) hit.get());
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    static <T> @Nullable T typed(@Nullable ValueWrapper hit, @Nullable Class<T> type) {
        Object value = hit == null ? null : hit.get();
        if (value != null && type != null && !type.isInstance(value)) {
            throw new IllegalStateException("the cached value is not of " + type + ": " + value.getClass());
        }
        @SuppressWarnings("unchecked") // was compared
        T cast = (T) value;
        return cast;
    }

    private List<Intent> known(CallTags tags) {
        List<Intent> known = new ArrayList<>(tags.known());
        known.add(all);
        return known;
    }

    static LoadResult<Object> loaded(@Nullable Object value, CallTags tags) {
        return value == null ? LoadResult.absent() : LoadResult.of(value).withTags(tags.found(value));
    }

    private static <T> @Nullable T call(Object key, Callable<T> loader) {
        try {
            return loader.call();
        } catch (Exception | Error e) {
            throw new ValueRetrievalException(key, loader, e);
        }
    }

    /** A value that is being loaded outside of the cache. */
    record Miss(@Nullable PendingPut<Object, Object> place, CallTags tags, CacheAccess reading) {

        void found(@Nullable Object value) {
            if (place == null) {
                return;
            }
            if (reading == CacheAccess.SHARED) {
                place.store(loaded(value, tags));
            } else if (LeatOutbox.isTransaction()) {
                LoadResult<Object> loaded = loaded(value, tags);
                LeatOutbox.afterCommit(() -> place.store(loaded));
            }
        }
    }
}
