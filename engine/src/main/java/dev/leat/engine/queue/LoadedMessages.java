package dev.leat.engine.queue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Messages that were read for somebody who looks, and for which places that was tried. */
final class LoadedMessages {
    private final Map<Long, QueuedMessage> messages = new HashMap<>();
    private final Set<Long> tried = new HashSet<>();

    void read(long queue, Set<Long> places, StoredMessages stored) {
        tried.addAll(places);
        messages.putAll(stored.find(queue, places));
    }

    void add(QueuedMessage message) {
        tried.add(message.at());
        messages.put(message.at(), message);
    }

    @Nullable
    QueuedMessage get(long at) {
        return messages.get(at);
    }

    boolean isTried(long at) {
        return tried.contains(at);
    }
}
