package dev.leat.engine.subscription;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The keys under which the store has subscriptions. They are on disk: a new kind gets a new letter.
 *
 * <pre>
 * K shard name         a secret
 * L number link        a link of a subscription
 * N shard              the next number
 * U number             a subscription
 * </pre>
 */
final class SubscriptionKeys {
    private SubscriptionKeys() {}

    static byte[] secret(int shard, String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(5 + text.length)
                .put((byte) 'K')
                .putInt(shard)
                .put(text)
                .array();
    }

    static String nameOf(byte[] key) {
        return new String(key, 5, key.length - 5, StandardCharsets.UTF_8);
    }

    static byte[] link(long number, long link) {
        return ByteBuffer.allocate(17)
                .put((byte) 'L')
                .putLong(number)
                .putLong(link)
                .array();
    }

    static long linkOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(9);
    }

    static byte[] next(int shard) {
        return ByteBuffer.allocate(5).put((byte) 'N').putInt(shard).array();
    }

    static int shardOf(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    static byte[] subscription(long number) {
        return ByteBuffer.allocate(9).put((byte) 'U').putLong(number).array();
    }

    static long numberOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }
}
