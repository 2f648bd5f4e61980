package dev.leat.cache;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntBiFunction;

/** Settings of a {@link TaggedCache}. Only the time to live has no default. */
public final class CacheBuilder<K, V> {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Duration ttl;
    private Duration negativeTtl = Duration.ZERO;
    private Duration refreshAhead = Duration.ZERO;
    private Duration staleOnError = Duration.ZERO;
    private Duration pause = Duration.ofSeconds(1);
    private boolean pardon;
    private long maximumWeight = 10_000;
    private ToIntBiFunction<? super K, ? super V> weigher = (key, value) -> 1;
    private int recentLimit = 4096;
    private Function<? super K, String> keyText = Object::toString;
    private Executor executor = ForkJoinPool.commonPool();
    private LongSupplier ticker = System::nanoTime;

    CacheBuilder(Duration ttl) {
        this.ttl = positive("ttl", ttl);
    }

    /** How long the cache remembers that there is no value. Without it, it asks the loader each time. */
    public CacheBuilder<K, V> negativeTtl(Duration time) {
        negativeTtl = positive("negativeTtl", time);
        return this;
    }

    /**
     * A hit in the last part of a value's life loads it anew, in the background and with the loader of that call, so that a value
     * in use does not end. A value whose own time to live is not longer than this is left alone.
     */
    public CacheBuilder<K, V> refreshAhead(Duration beforeEnd) {
        refreshAhead = positive("refreshAhead", beforeEnd);
        return this;
    }

    /**
     * How long after its end a value may stand in for one that cannot be loaded. Only for its end by time: a value that was
     * invalidated is known to be wrong, and then the loader's exception is the answer.
     */
    public CacheBuilder<K, V> staleOnError(Duration afterEnd) {
        staleOnError = positive("staleOnError", afterEnd);
        pardon = false;
        return this;
    }

    /** Like {@link #staleOnError}, and for invalidated values too: better wrong than nothing. */
    public CacheBuilder<K, V> staleOnErrorEvenIfInvalidated(Duration afterEnd) {
        staleOnError(afterEnd);
        pardon = true;
        return this;
    }

    /** How long an older value stands in, or a refresh that failed is not repeated, before a loader is tried again; a second. */
    public CacheBuilder<K, V> retryPause(Duration time) {
        pause = positive("retryPause", time);
        return this;
    }

    /** How many values it holds at most; 10,000. Those that are used least make room. */
    public CacheBuilder<K, V> maximumSize(long values) {
        return maximumWeight(values, (key, value) -> 1);
    }

    /** What its values weigh together at most. That there is no value weighs one. */
    public CacheBuilder<K, V> maximumWeight(long weight, ToIntBiFunction<? super K, ? super V> weigher) {
        if (weight < 1) {
            throw new IllegalArgumentException("a cache holds something: " + weight);
        }
        maximumWeight = weight;
        this.weigher = Objects.requireNonNull(weigher, "weigher");
        return this;
    }

    /**
     * How many invalidated names are remembered for loaders that find tags only while loading; 4,096. If more are invalidated
     * while such a loader runs, its value is handed out but not cached.
     */
    public CacheBuilder<K, V> recentInvalidations(int names) {
        if (names < 1) {
            throw new IllegalArgumentException("at least one name: " + names);
        }
        recentLimit = names;
        return this;
    }

    /** How a key is written in {@code Intent.key(text)}; its {@code toString()} otherwise. */
    public CacheBuilder<K, V> keyText(Function<? super K, String> text) {
        keyText = Objects.requireNonNull(text, "text");
        return this;
    }

    /** Where refreshes run; the common pool otherwise. */
    public CacheBuilder<K, V> executor(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /** The clock, in nanoseconds from anywhere; {@link System#nanoTime} otherwise. */
    public CacheBuilder<K, V> ticker(LongSupplier nanos) {
        ticker = Objects.requireNonNull(nanos, "nanos");
        return this;
    }

    /**
     * Returns the cache.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     */
    public TaggedCache<K, V> build() {
        if (refreshAhead.compareTo(ttl) >= 0) {
            throw new IllegalArgumentException(
                    "refreshAhead (" + refreshAhead + ") is not within the ttl (" + ttl + ")");
        }
        return new TaggedCache<>(new CacheOptions<>(
                ttl.toNanos(),
                negativeTtl.toNanos(),
                refreshAhead.toNanos(),
                staleOnError.toNanos(),
                pardon,
                pause.toNanos(),
                maximumWeight,
                weigher,
                recentLimit,
                keyText,
                executor,
                ticker));
    }

    private static Duration positive(String name, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(name + " is not positive: " + time);
        }
        return bounded(time);
    }

    /** Sums of times have to fit into nanoseconds. */
    static Duration bounded(Duration time) {
        return time.compareTo(LONGEST) > 0 ? LONGEST : time;
    }
}
