package dev.leat.engine.queue.state;

import dev.leat.api.queue.MessageId;
import dev.leat.engine.shard.Base32;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decoded message id: when and where the message was first enqueued. Ids sort by that time. A message keeps its id in other queues.
 *
 * @param queue the number of the first queue
 * @param at its position there
 */
public record DecodedMessageId(long time, long queue, long at) {
    private static final int BYTES = 20;

    public MessageId encoded() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.putInt((int) (time >>> 16)).putShort((short) time);
        bytes.putLong(queue);
        bytes.putInt((int) (at >>> 16)).putShort((short) at);
        return new MessageId(Base32.encode(bytes.array()));
    }

    /** Decodes an id; null if no queue created it. */
    public static @Nullable DecodedMessageId of(MessageId id) {
        byte[] bytes = Base32.decode(id.value());
        if (bytes == null || bytes.length != BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long time = (in.getInt() & 0xffffffffL) << 16 | (in.getShort() & 0xffffL);
        long queue = in.getLong();
        return new DecodedMessageId(time, queue, (in.getInt() & 0xffffffffL) << 16 | (in.getShort() & 0xffffL));
    }
}
