package dev.leat.http.netty;

import dev.leat.http.exchange.SharedBytes;
import dev.leat.http.exchange.UnsentBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Bytes that many answers send: one copy in direct memory, which the socket of each connection is written from. It is freed when
 * the maker has released it and the last answer with it was sent or given up.
 *
 * <p>The copy is laid out as one chunk of HTTP/1.1's chunked coding, so that a follower's connection queues one reference and
 * nothing else. Where another layer makes the frames, the reference is to the bytes inside.
 */
public final class DirectSharedBytes implements SharedBytes {
    private static final byte[] LINE_END = {'\r', '\n'};

    private final ByteBuf chunk;
    private final int start;
    private final int length;

    private DirectSharedBytes(ByteBuf chunk, int start, int length) {
        this.chunk = chunk;
        this.start = start;
        this.length = length;
    }

    /** Returns what copies bytes. The copies count as unsent until they are freed. */
    public static SharedBytes.Maker maker(UnsentBytes unsent) {
        return bytes -> copyOf(unsent, bytes);
    }

    private static DirectSharedBytes copyOf(UnsentBytes unsent, ByteBuffer... pieces) {
        int length = 0;
        for (ByteBuffer piece : pieces) {
            length += piece.remaining();
        }
        byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        ByteBuf chunk = new Counted(size.length + length + LINE_END.length, unsent);
        chunk.writeBytes(size);
        for (ByteBuffer piece : pieces) {
            chunk.writeBytes(piece.duplicate());
        }
        chunk.writeBytes(LINE_END);
        return new DirectSharedBytes(chunk, size.length, length);
    }

    @Override
    public int length() {
        return length;
    }

    /** Returns a reference to the bytes as a chunk. The caller releases it. */
    public ByteBuf chunk() {
        return chunk.retainedDuplicate();
    }

    /** Returns a reference to the bytes alone. The caller releases it. */
    public ByteBuf bytes() {
        return chunk.retainedSlice(start, length);
    }

    @Override
    public void release() {
        chunk.release();
    }

    private static final class Counted extends UnpooledDirectByteBuf {
        private final UnsentBytes unsent;

        Counted(int capacity, UnsentBytes unsent) {
            super(UnpooledByteBufAllocator.DEFAULT, capacity, capacity);
            this.unsent = unsent;
            unsent.add(capacity);
        }

        @Override
        protected void deallocate() {
            unsent.add(-maxCapacity());
            super.deallocate();
        }
    }
}
