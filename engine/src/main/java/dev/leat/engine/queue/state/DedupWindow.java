package dev.leat.engine.queue.state;

import dev.leat.api.NewMessage;
import dev.leat.api.QueueConfig;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages that must not be enqueued again, by their dedup id, each until its time is over. */
public final class DedupWindow {

    /** The message that was first to have an id. */
    public record First(MessageKey key, long seq, long until) {}

    private final Map<String, First> byId = new LinkedHashMap<>(); // in the order of enqueueing
    private long chars;

    /** The message that has an id at a moment. */
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

    /** Forgets those whose time is over, as far as they are the oldest. */
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

    /** Until when the oldest is remembered; {@link Long#MAX_VALUE} if there is none. */
    public long firstUntil() {
        return byId.isEmpty() ? Long.MAX_VALUE : byId.values().iterator().next().until;
    }

    /** How long all ids are together. */
    long chars() {
        return chars;
    }

    public Map<String, First> all() {
        return byId;
    }

    public int size() {
        return byId.size();
    }

    /** By what a message is recognised that comes a second time: the id its producer gave it, or what is in it. */
    public static final class DedupKey {
        private DedupKey() {}

        /** Null if it may come as often as it likes. */
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
