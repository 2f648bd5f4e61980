package dev.leat.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.leat.outbox.Intent;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slots of a cache, and every step from one to the next. A key has one slot, so it has one load that others may join. Every
 * step is one conditional change of the slot: a thread that finds it changed looks again, and a load whose slot was taken over hands
 * its value to the callers that wait for it and leaves no trace.
 *
 * <p>An entry is not checked and then stored: it is stored with the stamp from before its load, and each reader compares. So
 * an invalidation at any moment makes it worthless, even one between the last check and the store.
 */
final class SlotTable<K, V> {

    private static final Logger LOG = LoggerFactory.getLogger(TaggedCache.class);

    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final CacheOptions<K, V> options;
    private final InvalidationCounts cells;
    private final CacheCounters counters;
    private final Cache<K, Slot<V>> cache;
    private final ConcurrentMap<K, Slot<V>> slots;
    private final AtomicLong quietUntil;

    SlotTable(CacheOptions<K, V> options, InvalidationCounts cells, CacheCounters counters) {
        this.options = options;
        this.cells = cells;
        this.counters = counters;
        quietUntil = new AtomicLong(now());
        // Not on this cache's executor: Caffeine's chores are not to wait behind loaders.
        cache = Caffeine.newBuilder()
                .maximumWeight(options.maximumWeight())
                .weigher(this::weigh)
                .expireAfter(new SlotExpiry<K, V>())
                .ticker(options.ticker()::getAsLong)
                .recordStats(() -> counters.stats)
                .build();
        slots = cache.asMap(); // reading it counts nothing: what is a hit, only the stamp tells
    }

    /** Result of a lookup: an entry, or a load to join or to run. */
    record Read<V>(@Nullable Entry<V> entry, @Nullable RunningLoad<V> load, boolean mine, long position) {}

    /** The time of a question, for a cache that has to know it. Read once, because a clock is a good part of a hit. */
    long asked() {
        return options.clocked() ? now() : 0;
    }

    /** The value of a key, if there is one that is good. */
    @Nullable
    Entry<V> hit(K key, long asked) {
        Entry<V> entry = usable(slots.get(key), asked);
        if (entry != null) {
            counters.stats.recordHits(1);
        }
        return entry;
    }

    /** A good value, or the running load if it began after everything that was invalidated so far, or a new load. */
    Read<V> open(K key, Collection<? extends Intent> tags) {
        while (true) {
            Slot<V> slot = slots.get(key);
            Entry<V> entry = usable(slot, asked());
            if (entry != null) {
                counters.stats.recordHits(1);
                return new Read<>(entry, null, false, 0);
            }
            if (slot instanceof RunningLoad<V> running && running.stamp().current()) {
                counters.stats.recordMisses(1);
                counters.joins.increment();
                return new Read<>(null, running, false, cells.position());
            }
            RunningLoad<V> mine = begin(key, tags, reserve(slot));
            if (slot == null ? slots.putIfAbsent(key, mine) == null : slots.replace(key, slot, mine)) {
                counters.stats.recordMisses(1);
                if (slot instanceof Entry<V> old && !old.current()) {
                    counters.discarded.increment();
                }
                return new Read<>(null, mine, true, 0);
            }
        }
    }

    /** A load in place of an entry that is still served meanwhile; null if another thread was first. */
    @Nullable
    RunningLoad<V> refresh(K key, Collection<? extends Intent> tags, Entry<V> entry) {
        RunningLoad<V> load = begin(key, tags, entry);
        if (!slots.replace(key, entry, load)) {
            return null;
        }
        counters.refreshes.increment();
        return load;
    }

    RunningLoad<V> begin(K key, Collection<? extends Intent> tags, @Nullable Entry<V> previous) {
        long position = cells.position();
        return new RunningLoad<>(position, cells.stamp(options.keyText().apply(key), tags), previous);
    }

    boolean due(Entry<V> entry, long asked) {
        return options.refreshAhead() > 0 && entry.dueAt(asked);
    }

    /** Ends a load with what its loader found. */
    Entry<V> loaded(K key, RunningLoad<V> load, LoadResult<V> loaded) {
        Entry<V> entry = entry(load, loaded);
        if (worthKeeping(entry)) {
            slots.replace(key, load, entry);
        } else {
            slots.remove(key, load);
        }
        load.done().complete(entry);
        return entry;
    }

    /** Stores what was found outside of the cache for a load that never was in a slot. False if it is not worth keeping. */
    boolean put(K key, RunningLoad<V> load, LoadResult<V> loaded) {
        Entry<V> entry = entry(load, loaded);
        if (!worthKeeping(entry)) {
            return false;
        }
        slots.put(key, entry);
        return true;
    }

    /** Ends a load whose loader failed: with the value before if it may stand in, else with the failure, which is thrown. */
    Entry<V> failed(K key, RunningLoad<V> load, Throwable thrown) {
        Entry<V> previous = load.previous();
        if (previous != null) {
            tell(thrown);
        }
        if (previous == null || !mayStandIn(previous) || !isFailure(thrown)) {
            slots.remove(key, load);
            load.done().completeExceptionally(thrown);
            throw LoadException.unchecked(thrown);
        }
        Entry<V> again = standIn(previous);
        slots.replace(key, load, again);
        load.done().complete(again);
        return again;
    }

    private Entry<V> standIn(Entry<V> previous) {
        long now = now();
        if (!previous.freshAt(now)) {
            counters.standIns.increment();
        }
        return previous.until(now + options.pause(), options.pardon());
    }

    /** Frees what invalidations have made worthless. */
    void cleanUp() {
        slots.values().removeIf(slot -> slot instanceof Entry<V> entry && !entry.current());
        cache.cleanUp();
    }

    Cache<K, Slot<V>> cache() {
        return cache;
    }

    long now() {
        return options.ticker().getAsLong();
    }

    private @Nullable Entry<V> usable(@Nullable Slot<V> slot, long asked) {
        Entry<V> entry = lastOf(slot);
        return entry != null && entry.current() && (!options.clocked() || entry.freshAt(asked)) ? entry : null;
    }

    /** A running load still has the value before it. */
    private @Nullable Entry<V> lastOf(@Nullable Slot<V> slot) {
        return slot instanceof RunningLoad<V> load ? load.previous() : (Entry<V>) slot;
    }

    /** What may be served if the load that takes this slot over fails. */
    private @Nullable Entry<V> reserve(@Nullable Slot<V> slot) {
        Entry<V> last = lastOf(slot);
        if (last == null || last.current()) {
            return last;
        }
        return options.pardon() && last.value() != null ? last.pardoned(now()) : null;
    }

    private boolean mayStandIn(Entry<V> previous) {
        return previous.keptAt(now()) && (options.pardon() || previous.current());
    }

    private Entry<V> entry(RunningLoad<V> load, LoadResult<V> loaded) {
        Set<String> found = InvalidationCounts.names(loaded.tags());
        CountStamp stamp = found.isEmpty() ? load.stamp() : cells.late(load.stamp(), found, load.began());
        return new Entry<>(loaded.orNull(), stamp, found.isEmpty(), times(loaded));
    }

    private Entry.Times times(LoadResult<V> loaded) {
        boolean absent = loaded.orNull() == null;
        long usual = absent ? options.negativeTtl() : options.ttl();
        long ttl =
                loaded.ttl().map(time -> CacheBuilder.bounded(time).toNanos()).orElse(usual);
        long now = now();
        long fresh = now + (absent && options.negativeTtl() == 0 ? 0 : ttl);
        long ahead = ttl > options.refreshAhead() ? fresh - options.refreshAhead() : fresh;
        return new Entry.Times(ahead, fresh, absent ? fresh : fresh + options.staleOnError());
    }

    private boolean worthKeeping(Entry<V> entry) {
        if (!entry.current()) {
            counters.uncached.increment();
            return false;
        }
        return entry.freshAt(now());
    }

    private int weigh(K key, Slot<V> slot) {
        if (slot instanceof RunningLoad) {
            return 0; // never evicted, so that all callers can join it
        }
        V value = ((Entry<V>) slot).value();
        return value == null ? 1 : options.weigher().applyAsInt(key, value);
    }

    /** Whether the source has a problem, and not the thread or the JVM. */
    private static boolean isFailure(Throwable thrown) {
        return thrown instanceof Exception && !(thrown instanceof InterruptedException);
    }

    /** An older value hides the failure from callers, so it is logged; now and then, for the figures say how often. */
    private void tell(Throwable thrown) {
        long now = now();
        long until = quietUntil.get();
        if (now - until >= 0 && quietUntil.compareAndSet(until, now + QUIET)) {
            LOG.warn("a loader failed while there was an older value", thrown);
        }
    }
}
