package dev.leat.outbox.tail;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BinaryOperator;

/** What is known about the latest commits. Only so many; forgetting one costs time and not correctness. */
final class Recent<T> {

    private final Map<UUID, T> values;

    Recent(int limit) {
        values = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<UUID, T> eldest) {
                return size() > limit;
            }
        };
    }

    synchronized void put(UUID commitRef, T value) {
        values.put(commitRef, value);
    }

    synchronized void merge(UUID commitRef, T value, BinaryOperator<T> both) {
        values.merge(commitRef, value, both);
    }

    synchronized T get(UUID commitRef, T otherwise) {
        return values.getOrDefault(commitRef, otherwise);
    }
}
