package dev.leat.engine.shard;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link BytesOut} wrote. Too few bytes throw {@link java.nio.BufferUnderflowException}; bytes that {@link BytesOut} never
 * writes throw {@link IllegalArgumentException}.
 */
public final class BytesIn {
    private final ByteBuffer buffer;

    public BytesIn(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    public BytesIn(byte[] bytes) {
        this(ByteBuffer.wrap(bytes));
    }

    public boolean hasMore() {
        return buffer.hasRemaining();
    }

    public int u8() {
        return buffer.get() & 0xff;
    }

    /** Fails if anything is left. */
    public void requireEnd() {
        if (buffer.hasRemaining()) {
            throw new IllegalArgumentException("it has " + buffer.remaining() + " bytes more than its kind");
        }
    }

    public boolean bool() {
        int value = u8();
        if (value > 1) {
            throw new IllegalArgumentException("a yes or no in it is " + value);
        }
        return value == 1;
    }

    public long i64() {
        return buffer.getLong();
    }

    public int i32() {
        return buffer.getInt();
    }

    public long varint() {
        long value = 0;
        int shift = 0;
        while (true) {
            byte b = buffer.get();
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
            shift += 7;
            if (shift >= Long.SIZE - 1) { // nine bytes hold every number that is not negative
                throw new IllegalArgumentException("a number in it is too long");
            }
        }
    }

    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    public @Nullable String maybeText() {
        return bool() ? text() : null;
    }

    public byte[] bytes() {
        int length = Math.toIntExact(varint());
        if (length < 0 || length > buffer.remaining()) {
            throw new java.nio.BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }
}
