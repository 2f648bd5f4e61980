package dev.leat.spring;

import dev.leat.cache.CacheBuilder;
import dev.leat.cache.TaggedCache;
import dev.leat.outbox.Intent;
import dev.leat.outbox.Invalidations;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

/** Spring's caches over tagged caches, one for each name, made when it is first asked for. Hears of the outbox's invalidations. */
public final class LeatCaches implements CacheManager, Invalidations {

    private final CacheProperties properties;
    private final List<CacheCustomizer> customizers;
    private final LeatOutbox outbox;
    private final int isolation;
    private final Map<String, LeatCache> caches = new ConcurrentHashMap<>();
    private final List<BiConsumer<String, TaggedCache<?, ?>>> listeners = new CopyOnWriteArrayList<>();

    /** @param isolation of a transaction that did not ask for one, as {@link java.sql.Connection} numbers them */
    public LeatCaches(CacheProperties properties, List<CacheCustomizer> customizers, LeatOutbox outbox, int isolation) {
        this.properties = properties;
        this.customizers = List.copyOf(customizers);
        this.outbox = outbox;
        this.isolation = isolation;
    }

    /**
     * A view for one call, without tags. Spring asks anew for each call of a cached method, whatever resolves its caches; what is put after it
     * was asked for is stored, unless it was invalidated in between. A view that is kept for more than that stores what it loads
     * itself ({@code get(key, loader)}), and puts through it evict.
     */
    @Override
    public Cache getCache(String name) {
        LeatCache cache = caches.get(name);
        return new CallCache(cache != null ? cache : create(name), CallTags.NONE);
    }

    @Override
    public Collection<String> getCacheNames() {
        return List.copyOf(caches.keySet());
    }

    @Override
    public void apply(Intent intent) {
        caches.values().forEach(cache -> cache.values().apply(intent));
    }

    @Override
    public void flush(String reason) {
        caches.values().forEach(cache -> cache.values().flush(reason));
    }

    /** Tells of each cache, those that there are and those that will be. */
    synchronized void each(BiConsumer<String, TaggedCache<?, ?>> listener) {
        listeners.add(listener);
        caches.forEach((name, cache) -> listener.accept(name, cache.values()));
    }

    private synchronized LeatCache create(String name) {
        LeatCache known = caches.get(name);
        if (known != null) {
            return known;
        }
        CacheBuilder<Object, Object> builder = properties.builder(name);
        customizers.forEach(customizer -> customizer.customize(name, builder));
        TaggedCache<Object, Object> values =
                builder.keyText(key -> KeyText.of(name, key)).build();
        LeatCache cache = new LeatCache(name, values, outbox, isolation);
        caches.put(name, cache);
        listeners.forEach(listener -> listener.accept(name, values));
        return cache;
    }
}
