package dev.leat.engine.queue.codec;

import dev.leat.engine.queue.state.QueuedMessage;
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

/** Reader of messages in the store. It blocks, and never runs on a shard's thread. */
public final class StoredMessages {
    private static final Logger LOG = LoggerFactory.getLogger(StoredMessages.class);

    /** Advice in the log for a message that cannot be decoded. */
    public static final String ADVICE =
            "The store is damaged, or a newer Leat has written it: stop the server, see what `leat doctor` says of the data directory, and"
                    + " restore a backup to have the message back";

    private final Store store;

    public StoredMessages(Store store) {
        this.store = store;
    }

    /** Returns the message of a row; null if it cannot be decoded, which is logged. */
    public static @Nullable QueuedMessage read(byte[] key, byte[] value) {
        try {
            return QueueRow.message(key, value);
        } catch (IllegalArgumentException e) {
            LOG.error(
                    "message {} of queue number {} cannot be read: {}. {}",
                    QueueKeys.atOf(key),
                    QueueKeys.numberOf(key),
                    e.getMessage(),
                    ADVICE);
            return null;
        }
    }

    /** Returns the messages at these positions that the store has. */
    public Map<Long, QueuedMessage> find(long queue, Collection<Long> places) {
        Map<Long, QueuedMessage> found = new HashMap<>();
        for (long at : places) {
            byte[] key = QueueKeys.message(queue, at);
            byte[] value = store.get(key);
            QueuedMessage message = value == null ? null : read(key, value);
            if (message != null) {
                found.put(at, message);
            }
        }
        return found;
    }

    /** Returns the positions of all messages that match, including messages removed since the last checkpoint. */
    public List<Long> places(long queue, Predicate<QueuedMessage> filter) {
        List<Long> places = new ArrayList<>();
        store.scan(QueueKeys.message(queue, 0), QueueKeys.message(queue, Long.MAX_VALUE), (key, value) -> {
            QueuedMessage message = read(key, value);
            if (message != null && filter.test(message)) {
                places.add(message.at());
            }
            return true;
        });
        return places;
    }

    /** Returns the first message of a range; null for none. */
    @Nullable
    public QueuedMessage first(long queue, long from, long to) {
        return first(queue, from, to, message -> true);
    }

    /** Returns the first message of a range that matches; null for none. */
    @Nullable
    public QueuedMessage first(long queue, long from, long to, Predicate<QueuedMessage> filter) {
        @Nullable QueuedMessage[] found = new QueuedMessage[1];
        store.scan(QueueKeys.message(queue, from), QueueKeys.message(queue, to), (key, value) -> {
            QueuedMessage message = read(key, value);
            found[0] = message != null && filter.test(message) ? message : null;
            return found[0] == null;
        });
        return found[0];
    }
}
