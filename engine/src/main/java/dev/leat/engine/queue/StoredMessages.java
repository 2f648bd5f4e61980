package dev.leat.engine.queue;

import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads messages from the store. Never on a shard's thread. */
final class StoredMessages {
    private static final Logger LOG = LoggerFactory.getLogger(StoredMessages.class);

    /** What to do about a message that is not as it was written. */
    static final String ADVICE =
            "The store is damaged, or a newer Leat has written it: stop the server, see what `leat doctor` says of the data directory, and"
                    + " restore a backup to have the message back";

    private final Store store;

    StoredMessages(Store store) {
        this.store = store;
    }

    /** The message of a row; null, and an error in the log, if it is none. */
    static @Nullable Message read(byte[] key, byte[] value) {
        try {
            return Row.message(key, value);
        } catch (IllegalArgumentException e) {
            LOG.error(
                    "message {} of queue number {} cannot be read: {}. {}",
                    Keys.atOf(key),
                    Keys.numberOf(key),
                    e.getMessage(),
                    ADVICE);
            return null;
        }
    }

    /** Those of some places that the store has. */
    Map<Long, Message> find(long queue, Collection<Long> places) {
        Map<Long, Message> found = new HashMap<>();
        for (long at : places) {
            byte[] key = Keys.message(queue, at);
            byte[] value = store.get(key);
            Message message = value == null ? null : read(key, value);
            if (message != null) {
                found.put(at, message);
            }
        }
        return found;
    }

    /** The places of all such messages, also of those that are gone since the last checkpoint. */
    List<Long> places(long queue, Predicate<Message> such) {
        List<Long> places = new ArrayList<>();
        store.scan(Keys.message(queue, 0), Keys.message(queue, Long.MAX_VALUE), (key, value) -> {
            Message message = read(key, value);
            if (message != null && such.test(message)) {
                places.add(message.at());
            }
            return true;
        });
        return places;
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
            Message message = read(key, value);
            found[0] = message != null && such.test(message) ? message : null;
            return found[0] == null;
        });
        return found[0];
    }
}
