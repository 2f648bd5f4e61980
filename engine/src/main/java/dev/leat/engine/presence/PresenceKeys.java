package dev.leat.engine.presence;

import java.nio.ByteBuffer;

/**
 * Keys of consumers in the store. They are on disk: a new kind gets a new letter.
 *
 * <pre>
 * C queue number       a consumer of a queue
 * </pre>
 */
final class PresenceKeys {
    private static final int LENGTH = 17;

    private PresenceKeys() {}

    static byte[] entry(long queue, long number) {
        return ByteBuffer.allocate(LENGTH)
                .put((byte) 'C')
                .putLong(queue)
                .putLong(number)
                .array();
    }

    static boolean isEntry(byte[] key) {
        return key.length == LENGTH && key[0] == 'C';
    }

    static long queueOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    static long numberOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(9);
    }
}
