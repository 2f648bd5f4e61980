package dev.leat.engine.queue.codec;

import java.nio.ByteBuffer;

/**
 * The content of a delivery id.
 *
 * @param queue the number of the queue, which no later queue of the same name has
 * @param group the number of the group
 * @param at the position of the message
 * @param epoch of the grant
 */
public record DeliveryHandle(long queue, int group, long at, int epoch) {
    public static final int BYTES = 24;

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(queue)
                .putInt(group)
                .putLong(at)
                .putInt(epoch)
                .array();
    }

    public static DeliveryHandle of(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new DeliveryHandle(in.getLong(), in.getInt(), in.getLong(), in.getInt());
    }
}
