package dev.leat.outbox.tail;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What this process has done for its caches since it started. */
final class TailCounters {

    /** What ends a sleep. */
    enum Source {
        HERE,
        NOTIFY,
        POLL
    }

    final LongAdder applied = new LongAdder();
    final LongAdder purged = new LongAdder();
    final LongAdder flushFailures = new LongAdder();
    private final Map<FlushReason, LongAdder> flushes = zeros(FlushReason.class);
    private final Map<Source, LongAdder> wakeups = zeros(Source.class);

    private static <E extends Enum<E>> Map<E, LongAdder> zeros(Class<E> type) {
        Map<E, LongAdder> zeros = new EnumMap<>(type);
        for (E each : type.getEnumConstants()) {
            zeros.put(each, new LongAdder());
        }
        return zeros;
    }

    void flushed(FlushReason reason) {
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

    Map<String, Long> flushes() {
        return sums(flushes);
    }

    Map<String, Long> wakeups() {
        return sums(wakeups);
    }

    private static <E extends Enum<E>> Map<String, Long> sums(Map<E, LongAdder> counts) {
        Map<String, Long> sums = new LinkedHashMap<>();
        counts.forEach((name, count) -> sums.put(name.name().toLowerCase(Locale.ROOT), count.sum()));
        return sums;
    }
}
