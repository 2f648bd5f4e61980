package dev.leat.outbox.invalidation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BinaryOperator;

/** A bounded map from the latest commits to what is known about them. Only so many; forgetting one costs time and not correctness. */
public final class RecentCommits<T> {

    private final Map<UUID, T> values;

    public RecentCommits(int limit) {
        values = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<UUID, T> eldest) {
                return size() > limit;
            }
        };
    }

    public synchronized void put(UUID commitRef, T value) {
        values.put(commitRef, value);
    }

    public synchronized void merge(UUID commitRef, T value, BinaryOperator<T> both) {
        values.merge(commitRef, value, both);
    }

    public synchronized T get(UUID commitRef, T otherwise) {
        return values.getOrDefault(commitRef, otherwise);
    }
}
