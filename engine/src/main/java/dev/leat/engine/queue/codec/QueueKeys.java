package dev.leat.engine.queue.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Keys of queues in the store. They are on disk: a new kind gets a new letter.
 *
 * <pre>
 * B shard              next number
 * D queue until id     dedup id, and when it expires
 * E queue group at     state of a message in a group
 * M queue at           message
 * Q queue              queue
 * T queue task         redrive task
 * V queue group        group
 * W queue block        payload sizes of a block
 * X queue expires at   expiry time of a message
 * </pre>
 */
public final class QueueKeys {
    private QueueKeys() {}

    public static byte[] next(int shard) {
        return ByteBuffer.allocate(5).put((byte) 'B').putInt(shard).array();
    }

    public static int shardOf(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    public static byte[] dedup(long queue, long until, String id) {
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        return start(17 + text.length, 'D', queue).putLong(until).put(text).array();
    }

    static long untilOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(9);
    }

    static String idOf(byte[] key) {
        return new String(key, 17, key.length - 17, StandardCharsets.UTF_8);
    }

    public static byte[] entry(long queue, int group, long at) {
        return start(21, 'E', queue).putInt(group).putLong(at).array();
    }

    static int groupOf(byte[] key) {
        return ByteBuffer.wrap(key).getInt(9);
    }

    /** Returns the position at the end of a key. */
    public static long atOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(key.length - Long.BYTES);
    }

    public static byte[] message(long queue, long at) {
        return start(17, 'M', queue).putLong(at).array();
    }

    public static byte[] queue(long queue) {
        return start(9, 'Q', queue).array();
    }

    public static long numberOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    public static byte[] task(long queue, long task) {
        return start(17, 'T', queue).putLong(task).array();
    }

    public static byte[] group(long queue, int group) {
        return start(13, 'V', queue).putInt(group).array();
    }

    public static byte[] payloadSizes(long queue, long block) {
        return start(17, 'W', queue).putLong(block).array();
    }

    public static byte[] expiry(long queue, long expires, long at) {
        return start(25, 'X', queue).putLong(expires).putLong(at).array();
    }

    public static long expiryOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(9);
    }

    /** Returns the first key of a kind for a queue. */
    public static byte[] kindOf(char letter, long queue) {
        return start(9, letter, queue).array();
    }

    private static ByteBuffer start(int length, char letter, long queue) {
        return ByteBuffer.allocate(length).put((byte) letter).putLong(queue);
    }
}
