package dev.leat.engine.queue.state;

import dev.leat.api.MessageId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a message id says: when the message was first enqueued, and where. It sorts by that time. A message that moves to another
 * queue keeps it.
 *
 * @param queue the number of the queue that it was first enqueued in
 * @param at its place there
 */
public record MessageKey(long time, long queue, long at) {
    private static final int BYTES = 20;

    public MessageId id() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.putInt((int) (time >>> 16)).putShort((short) time);
        bytes.putLong(queue);
        bytes.putInt((int) (at >>> 16)).putShort((short) at);
        return new MessageId(Base32.encode(bytes.array()));
    }

    /** What an id says; null if it is none that a queue gave out. */
    public static @Nullable MessageKey of(MessageId id) {
        byte[] bytes = Base32.decode(id.value());
        if (bytes == null || bytes.length != BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long time = (in.getInt() & 0xffffffffL) << 16 | (in.getShort() & 0xffffL);
        long queue = in.getLong();
        return new MessageKey(time, queue, (in.getInt() & 0xffffffffL) << 16 | (in.getShort() & 0xffffL));
    }
}
