package dev.leat.engine.queue;

import dev.leat.storage.store.Store;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads messages from the store. Never on a shard's thread. */
final class StoredMessages {
    private final Store store;

    StoredMessages(Store store) {
        this.store = store;
    }

    /** Those of some places that the store has. */
    Map<Long, Message> find(long queue, Collection<Long> places) {
        Map<Long, Message> found = new HashMap<>();
        for (long at : places) {
            byte[] key = Keys.message(queue, at);
            byte[] value = store.get(key);
            if (value != null) {
                found.put(at, Row.message(key, value));
            }
        }
        return found;
    }

    /** The first message from a place on, up to but without another. */
    @Nullable
    Message first(long queue, long from, long to) {
        return first(queue, from, to, message -> true);
    }

    /** The first such message from a place on, up to but without another. */
    @Nullable
    Message first(long queue, long from, long to, Predicate<Message> such) {
        @Nullable Message[] found = new Message[1];
        store.scan(Keys.message(queue, from), Keys.message(queue, to), (key, value) -> {
            Message message = Row.message(key, value);
            found[0] = such.test(message) ? message : null;
            return found[0] == null;
        });
        return found[0];
    }
}
