package dev.leat.cache;

import com.github.benmanes.caffeine.cache.Cache;
import dev.leat.outbox.Intent;
import dev.leat.outbox.Invalidations;
import java.time.Duration;
import java.util.Collection;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cache of values that depend on other things: tags, entities, collections. To invalidate one of those costs the same whether
 * no value or a million depends on it.
 *
 * <p>What it promises: <b>a call after an invalidation has returned never gets a value whose loading began before it.</b>
 * It does not matter how the two overlap. An earlier call may still get the older value, and it is not cached.
 *
 * <p>For each key one load runs at a time, and all other callers wait for it. (A load that an invalidation has made worthless does
 * not count: later callers do not wait for it.) The loader runs in the thread that asked first, outside of any lock; it may
 * use the cache, but not ask for what it is loading.
 *
 * <p>The tags given with a call are those that a load begun by this call begins with. They belong to the key, so that all callers
 * should name the same; tags that only the loaded value tells are added by {@link LoadResult#withTags}.
 *
 * <p>Any thread may use it.
 */
public final class TaggedCache<K, V> implements Invalidations {

    private final CacheOptions<K, V> options;
    private final CacheCounters counters = new CacheCounters();
    private final InvalidationCounts cells;
    private final SlotTable<K, V> table;
    private final LoadRunner<K, V> loading;

    TaggedCache(CacheOptions<K, V> options) {
        this.options = options;
        cells = new InvalidationCounts(options.recentLimit());
        table = new SlotTable<>(options, cells, counters);
        loading = new LoadRunner<>(table, counters, options.executor());
    }

    /** @param ttl how long a value is served at most. Should an invalidation ever be forgotten, this is how long it matters. */
    public static <K, V> CacheBuilder<K, V> builder(Duration ttl) {
        return new CacheBuilder<>(ttl);
    }

    /**
     * The value of a key, loaded if the cache does not have it.
     *
     * @throws NoSuchElementException if the loader says that there is none
     * @throws LoadException if the loader threw a checked exception, or waiting for another's was interrupted, which ends neither
     *     that load nor the waiting of others; unchecked exceptions are thrown as they are
     */
    public V get(K key, Collection<? extends Intent> tags, Loader<? super K, V> loader) {
        V value = read(key, tags, loader).value();
        if (value == null) {
            throw nothing(key);
        }
        return value;
    }

    /** Like {@link #get}, for keys that may have no value. */
    public Optional<V> find(K key, Collection<? extends Intent> tags, Loader<? super K, V> loader) {
        return Optional.ofNullable(read(key, tags, loader).value());
    }

    /** Like {@link #get}, without waiting. The future may be cancelled; that ends no load. */
    public CompletableFuture<V> getAsync(K key, Collection<? extends Intent> tags, AsyncLoader<? super K, V> loader) {
        return readAsync(key, tags, loader).thenApply(entry -> {
            V value = entry.value();
            if (value == null) {
                throw nothing(key);
            }
            return value;
        });
    }

    /** Like {@link #find}, without waiting. The future may be cancelled; that ends no load. */
    public CompletableFuture<Optional<V>> findAsync(
            K key, Collection<? extends Intent> tags, AsyncLoader<? super K, V> loader) {
        return readAsync(key, tags, loader).thenApply(entry -> Optional.ofNullable(entry.value()));
    }

    /** What the cache has for a key, if it has anything: a value, or that there is none. Loads nothing and waits for nothing. */
    public Optional<LoadResult<V>> peek(K key) {
        Entry<V> entry = table.hit(Objects.requireNonNull(key, "key"), table.asked());
        if (entry == null) {
            counters.stats.recordMisses(1);
            return Optional.empty();
        }
        return Optional.of(LoadResult.ofNullable(entry.value()));
    }

    /** For a value that is loaded outside of the cache: call this before it is read. */
    public PendingPut<K, V> prepare(K key, Collection<? extends Intent> tags) {
        return new PendingPut<>(table, key, table.begin(Objects.requireNonNull(key, "key"), tags, null));
    }

    /** Invalidates the value of a key, and every value that named the key among its tags. */
    public void invalidate(K key) {
        counters.invalidated("key");
        cells.invalidate(InvalidationCounts.keyName(options.keyText().apply(Objects.requireNonNull(key, "key"))));
    }

    @Override
    public void apply(Intent intent) {
        if (Objects.requireNonNull(intent, "intent") instanceof Intent.Flush) {
            flush("intent");
            return;
        }
        counters.invalidated(intent.kind());
        cells.invalidate(InvalidationCounts.name(intent));
    }

    @Override
    public void flush(String reason) {
        cells.invalidateAll();
        counters.flushed(Objects.requireNonNull(reason, "reason"));
    }

    /**
     * Frees the memory of values that were invalidated and not asked for since. Takes time for each value in the cache;
     * without it they go when they are asked for, at the end of their time, or to make room.
     */
    public void cleanUp() {
        table.cleanUp();
    }

    /** Returns the counters of the cache. */
    public CacheFigures figures() {
        return counters.figures(table.cache().estimatedSize());
    }

    /** How many names are held: they are not to outlive what depends on them. */
    long names() {
        return cells.size();
    }

    /** What Micrometer's own binder looks at. */
    Cache<?, ?> caffeine() {
        return table.cache();
    }

    void onReason(Object owner, Consumer<String> listener) {
        counters.onReason(owner, listener);
    }

    private Entry<V> read(K key, Collection<? extends Intent> tags, Loader<? super K, V> loader) {
        check(tags, loader);
        long asked = table.asked();
        Entry<V> entry = table.hit(Objects.requireNonNull(key, "key"), asked);
        if (entry == null) {
            return loading.load(key, tags, loader);
        }
        if (table.due(entry, asked)) {
            loading.refresh(key, tags, entry, loader);
        }
        return entry;
    }

    private CompletableFuture<Entry<V>> readAsync(
            K key, Collection<? extends Intent> tags, AsyncLoader<? super K, V> loader) {
        check(tags, loader);
        long asked = table.asked();
        Entry<V> entry = table.hit(Objects.requireNonNull(key, "key"), asked);
        if (entry == null) {
            return loading.loadAsync(key, tags, loader);
        }
        if (table.due(entry, asked)) {
            loading.refreshAsync(key, tags, entry, loader);
        }
        return CompletableFuture.completedFuture(entry);
    }

    private static void check(@Nullable Object tags, @Nullable Object loader) {
        Objects.requireNonNull(tags, "tags");
        Objects.requireNonNull(loader, "loader");
    }

    private static NoSuchElementException nothing(Object key) {
        return new NoSuchElementException("there is no value for " + key);
    }
}
