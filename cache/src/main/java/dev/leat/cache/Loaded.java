package dev.leat.cache;

import dev.leat.outbox.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a loader found: a value or that there is none, perhaps with tags that only the value tells, and a time to live. */
public final class Loaded<V> {

    private static final Loaded<?> ABSENT = new Loaded<>(null, List.of(), null);

    private final @Nullable V value;
    private final List<Intent> tags;
    private final @Nullable Duration ttl;

    private Loaded(@Nullable V value, List<Intent> tags, @Nullable Duration ttl) {
        this.value = value;
        this.tags = tags;
        this.ttl = ttl;
    }

    public static <V> Loaded<V> of(V value) {
        return new Loaded<>(Objects.requireNonNull(value, "value"), List.of(), null);
    }

    /** There is no value. It is remembered only by a cache that has a {@link CacheBuilder#negativeTtl}. */
    @SuppressWarnings("unchecked") // it has no value
    public static <V> Loaded<V> absent() {
        return (Loaded<V>) ABSENT;
    }

    public static <V> Loaded<V> ofNullable(@Nullable V value) {
        return value == null ? absent() : of(value);
    }

    /** Adds tags that were not known before loading. */
    public Loaded<V> withTags(Intent... more) {
        return withTags(List.of(more));
    }

    /** Adds tags that were not known before loading. */
    public Loaded<V> withTags(List<? extends Intent> more) {
        List<Intent> all = new ArrayList<>(tags);
        all.addAll(more);
        return new Loaded<>(value, List.copyOf(all), ttl);
    }

    /** Gives it a time to live of its own. Zero: it is handed to those who wait, and not cached. */
    public Loaded<V> withTtl(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("a time to live is not negative: " + time);
        }
        return new Loaded<>(value, tags, time);
    }

    public Optional<V> value() {
        return Optional.ofNullable(value);
    }

    public List<Intent> tags() {
        return tags;
    }

    public Optional<Duration> ttl() {
        return Optional.ofNullable(ttl);
    }

    /** The value itself: an Optional for each load and hit would be one too many. */
    @Nullable
    V orNull() {
        return value;
    }
}
