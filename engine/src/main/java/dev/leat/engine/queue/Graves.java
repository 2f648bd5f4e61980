package dev.leat.engine.queue;

import dev.leat.api.MessageId;
import dev.leat.api.QueueName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the last messages of a group that failed for good are dead letters; older ones are forgotten. Not on disk. */
final class Graves {
    private static final int MAX = 10_000;

    /** A dead letter somewhere. */
    record Grave(QueueName to, MessageId id) {}

    private final Map<Long, Grave> last = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Grave> eldest) {
            return size() > MAX;
        }
    };

    void put(long at, Grave grave) {
        last.put(at, grave);
    }

    @Nullable
    Grave get(long at) {
        return last.get(at);
    }
}
