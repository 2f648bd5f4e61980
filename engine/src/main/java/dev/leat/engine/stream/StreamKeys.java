package dev.leat.engine.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Keys of the store's rows about streams. They are on disk: a new kind gets a new letter.
 *
 * <pre>
 * P id producer-id     a producer of a stream
 * S id                 a stream
 * </pre>
 */
final class StreamKeys {
    private StreamKeys() {}

    static byte[] stream(long id) {
        return ByteBuffer.allocate(9).put((byte) 'S').putLong(id).array();
    }

    static long idOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    static byte[] producer(long id, String producer) {
        byte[] name = producer.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(9 + name.length)
                .put((byte) 'P')
                .putLong(id)
                .put(name)
                .array();
    }

    static byte[] producers(long id) {
        return producer(id, "");
    }

    static String producerOf(byte[] key) {
        return new String(key, 9, key.length - 9, StandardCharsets.UTF_8);
    }
}
