package dev.leat.outbox.invalidation;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counters of what this process has done for its caches since it started. */
public final class InvalidationCounters {

    /** Causes that end a sleep of the follower. */
    enum Source {
        HERE,
        NOTIFY,
        POLL
    }

    public final LongAdder applied = new LongAdder();
    public final LongAdder purged = new LongAdder();
    public final LongAdder flushFailures = new LongAdder();
    private final Map<FlushReason, LongAdder> flushes = zeros(FlushReason.class);
    private final Map<Source, LongAdder> wakeups = zeros(Source.class);

    private static <E extends Enum<E>> Map<E, LongAdder> zeros(Class<E> type) {
        Map<E, LongAdder> zeros = new EnumMap<>(type);
        for (E each : type.getEnumConstants()) {
            zeros.put(each, new LongAdder());
        }
        return zeros;
    }

    public void flushed(FlushReason reason) {
        increment(flushes, reason);
    }

    void woken(Source source) {
        increment(wakeups, source);
    }

    private static <E> void increment(Map<E, LongAdder> counts, E name) {
        LongAdder count = counts.get(name);
        if (count != null) {
            count.increment();
        }
    }

    public Map<String, Long> flushes() {
        return sums(flushes);
    }

    public Map<String, Long> wakeups() {
        return sums(wakeups);
    }

    private static <E extends Enum<E>> Map<String, Long> sums(Map<E, LongAdder> counts) {
        Map<String, Long> sums = new LinkedHashMap<>();
        counts.forEach((name, count) -> sums.put(name.name().toLowerCase(Locale.ROOT), count.sum()));
        return sums;
    }
}
