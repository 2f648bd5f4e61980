package dev.leat.engine.figures;

import dev.leat.api.Rejection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** How often which rejection was given. Any thread may give one. */
public final class RejectionMeter {
    private final Map<Class<?>, LongAdder> counts = new HashMap<>(); // complete from the start, and never changed

    RejectionMeter() {
        addKinds(Rejection.class);
    }

    private void addKinds(Class<?> type) {
        Class<?>[] kinds = type.getPermittedSubclasses();
        if (kinds == null) {
            counts.put(type, new LongAdder());
            return;
        }
        for (Class<?> kind : kinds) {
            addKinds(kind);
        }
    }

    public void count(Rejection rejection) {
        Objects.requireNonNull(counts.get(rejection.getClass())).increment();
    }

    /** All kinds by their names, such as {@code stream_not_found}, also those that were never given. */
    public SortedMap<String, Long> figures() {
        SortedMap<String, Long> figures = new TreeMap<>();
        counts.forEach((kind, count) -> figures.put(name(kind), count.sum()));
        return figures;
    }

    private static String name(Class<?> kind) {
        return kind.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
