package dev.leat.engine.queue;

import dev.leat.api.NewMessage;
import dev.leat.api.QueueConfig;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** By what a message is recognised that comes a second time: the id its producer gave it, or what is in it. */
final class DedupKey {
    private DedupKey() {}

    /** Null if it may come as often as it likes. */
    static @Nullable String of(NewMessage message, QueueConfig config) {
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
