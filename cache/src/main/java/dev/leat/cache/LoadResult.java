package dev.leat.cache;

import dev.leat.outbox.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Result of a loader: a value or that there is none, perhaps with tags that only the value tells, and a time to live. */
public final class LoadResult<V> {

    private static final LoadResult<?> ABSENT = new LoadResult<>(null, List.of(), null);

    private final @Nullable V value;
    private final List<Intent> tags;
    private final @Nullable Duration ttl;

    private LoadResult(@Nullable V value, List<Intent> tags, @Nullable Duration ttl) {
        this.value = value;
        this.tags = tags;
        this.ttl = ttl;
    }

    /** Returns the result with a value. */
    public static <V> LoadResult<V> of(V value) {
        return new LoadResult<>(Objects.requireNonNull(value, "value"), List.of(), null);
    }

    /** There is no value. It is remembered only by a cache that has a {@link CacheBuilder#negativeTtl}. */
    @SuppressWarnings("unchecked") // it has no value
    public static <V> LoadResult<V> absent() {
        return (LoadResult<V>) ABSENT;
    }

    /** Returns the result with a value, or {@link #absent} for null. */
    public static <V> LoadResult<V> ofNullable(@Nullable V value) {
        return value == null ? absent() : of(value);
    }

    /** Adds tags that were not known before loading. */
    public LoadResult<V> withTags(Intent... more) {
        return withTags(List.of(more));
    }

    /** Adds tags that were not known before loading. */
    public LoadResult<V> withTags(List<? extends Intent> more) {
        List<Intent> all = new ArrayList<>(tags);
        all.addAll(more);
        return new LoadResult<>(value, List.copyOf(all), ttl);
    }

    /** Gives it a time to live of its own. Zero: it is handed to waiting callers, and not cached. */
    public LoadResult<V> withTtl(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a time to live is not negative: " + time);
        }
        return new LoadResult<>(value, tags, time);
    }

    /** Returns the value; empty if there is none. */
    public Optional<V> value() {
        return Optional.ofNullable(value);
    }

    /** Returns the tags that the loader added. */
    public List<Intent> tags() {
        return tags;
    }

    /** Returns the time to live of this value; empty for that of the cache. */
    public Optional<Duration> ttl() {
        return Optional.ofNullable(ttl);
    }

    /** The value itself: an Optional for each load and hit would be one too many. */
    @Nullable
    V orNull() {
        return value;
    }
}
