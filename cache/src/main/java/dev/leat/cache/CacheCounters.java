package dev.leat.cache;

import com.github.benmanes.caffeine.cache.stats.ConcurrentStatsCounter;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counters of a cache. Hits, misses, loads and evictions are counted by Caffeine's counter, which this class feeds. */
final class CacheCounters {

    /** Reasons are free text; from here on they are {@link #OTHER}, so that they cannot fill memory or a dashboard. */
    private static final int REASONS = 16;

    static final String OTHER = "other";

    final ConcurrentStatsCounter stats = new ConcurrentStatsCounter();
    final LongAdder joins = new LongAdder();
    final LongAdder refreshes = new LongAdder();
    final LongAdder discarded = new LongAdder();
    final LongAdder uncached = new LongAdder();
    final LongAdder standIns = new LongAdder();
    private final Map<String, LongAdder> invalidations = Map.of(
            "key", new LongAdder(),
            "tag", new LongAdder(),
            "entity", new LongAdder(),
            "collection", new LongAdder(),
            "flush", new LongAdder());
    private final ConcurrentHashMap<String, LongAdder> flushes = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Object, Consumer<String>> reasonListeners = new ConcurrentHashMap<>();

    void invalidated(String kind) {
        LongAdder counter = invalidations.get(kind);
        if (counter != null) {
            counter.increment();
        }
    }

    void flushed(String reason) {
        invalidated("flush");
        String name = flushes.containsKey(reason) || flushes.size() < REASONS ? reason : OTHER;
        LongAdder fresh = new LongAdder();
        LongAdder known = flushes.putIfAbsent(name, fresh);
        if (known == null) {
            reasonListeners.values().forEach(listener -> listener.accept(name));
        }
        (known == null ? fresh : known).increment();
    }

    /** Tells of every reason to flush, those that there were and those to come. */
    void onReason(Object owner, Consumer<String> listener) {
        reasonListeners.put(owner, listener);
        flushes.keySet().forEach(listener);
    }

    CacheFigures figures(long size) {
        var counted = stats.snapshot();
        return new CacheFigures(
                size,
                counted.hitCount(),
                counted.missCount(),
                joins.sum(),
                counted.loadSuccessCount(),
                counted.loadFailureCount(),
                counted.totalLoadTime(),
                refreshes.sum(),
                discarded.sum(),
                uncached.sum(),
                standIns.sum(),
                counted.evictionCount(),
                sums(invalidations),
                sums(flushes));
    }

    private static Map<String, Long> sums(Map<String, LongAdder> adders) {
        Map<String, Long> sums = new TreeMap<>();
        adders.forEach((name, adder) -> sums.put(name, adder.sum()));
        return Map.copyOf(sums);
    }
}
