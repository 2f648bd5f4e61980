package dev.leat.engine.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The keys of the store, one letter for each kind of entry. They are on disk: a new kind gets a new letter.
 *
 * <pre>
 * A shard              how far the journal is applied, and the next id
 * G segment            how long an archive segment is, and how much of it is used
 * P id producer-id     a producer of a stream
 * R id end             a run of a stream
 * S id                 a stream
 * </pre>
 */
final class StreamKeys {
    private StreamKeys() {}

    static byte[] applied(int shard) {
        return ByteBuffer.allocate(5).put((byte) 'A').putInt(shard).array();
    }

    static int shardOf(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    static byte[] segment(int segment) {
        return ByteBuffer.allocate(5).put((byte) 'G').putInt(segment).array();
    }

    static int segmentOf(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    static byte[] stream(long id) {
        return ByteBuffer.allocate(9).put((byte) 'S').putLong(id).array();
    }

    static long idOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    static byte[] run(long id, long end) {
        return ByteBuffer.allocate(17).put((byte) 'R').putLong(id).putLong(end).array();
    }

    static long endOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(9);
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

    /** The first key of a kind, and of the next kind. */
    static byte[] kind(char letter) {
        return new byte[] {(byte) letter};
    }
}
