package dev.leat.engine.queue.state;

import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.engine.shard.Base32;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deduplication window of a queue: ids of enqueued messages, each until it expires. */
public final class DedupWindow {

    /** The first message with an id. */
    public record First(DecodedMessageId id, long seq, long until) {}

    private final Map<String, First> byId = new LinkedHashMap<>(); // in the order of enqueueing
    private long chars;

    /** Returns the message with an id; null if there is none, or if the id has expired. */
    @Nullable
    public First find(String id, long now) {
        First first = byId.get(id);
        return first != null && first.until > now ? first : null;
    }

    public void remember(String id, First first) {
        if (byId.remove(id) == null) {
            chars += id.length();
        }
        byId.put(id, first);
    }

    /** Removes expired ids from the front. */
    public void forget(long now) {
        Iterator<Map.Entry<String, First>> all = byId.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, First> oldest = all.next();
            if (oldest.getValue().until > now) {
                return;
            }
            chars -= oldest.getKey().length();
            all.remove();
        }
    }

    /** Returns when the oldest id expires; {@link Long#MAX_VALUE} for none. */
    public long firstUntil() {
        return byId.isEmpty() ? Long.MAX_VALUE : byId.values().iterator().next().until;
    }

    /** Returns the number of characters of all ids. */
    long chars() {
        return chars;
    }

    public Map<String, First> all() {
        return byId;
    }

    public int size() {
        return byId.size();
    }

    /** Key of a message in the deduplication window: the id that its producer gave it, or a hash of its payload. */
    public static final class DedupKey {
        private DedupKey() {}

        /** Returns the key; null if the message is not deduplicated. */
        public static @Nullable String of(NewMessage message, QueueConfig config) {
            String given = message.dedupId();
            if (config.dedupWindow().isZero() || (given == null && !config.contentDedup())) {
                return null;
            }
            String own = given != null ? "=" + given : "#" + Base32.encode(sha256(message.payload()));
            String key = config.dedupScope() == QueueConfig.DedupScope.KEY ? message.key() : null;
            return key == null ? own : key.length() + ":" + key + own;
        }

        private static byte[] sha256(byte[] bytes) {
            try {
                return MessageDigest.getInstance("SHA-256").digest(bytes);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
