package dev.leat.engine.shard;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A growing buffer of bytes: numbers as varints where they are mostly small, texts and arrays with their length first. */
public final class BytesOut {
    private ByteBuffer buffer;

    private BytesOut(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    public static BytesOut onHeap(int capacity) {
        return new BytesOut(ByteBuffer.allocate(capacity));
    }

    static BytesOut direct(int capacity) {
        return new BytesOut(ByteBuffer.allocateDirect(capacity));
    }

    public BytesOut u8(int value) {
        room(1).put((byte) value);
        return this;
    }

    public BytesOut bool(boolean value) {
        return u8(value ? 1 : 0);
    }

    public BytesOut i64(long value) {
        room(8).putLong(value);
        return this;
    }

    public BytesOut i32(int value) {
        room(4).putInt(value);
        return this;
    }

    /** A number that is not negative, seven bits a byte, lowest first. */
    public BytesOut varint(long value) {
        ByteBuffer target = room(10);
        while (value >= 0x80) {
            target.put((byte) (value | 0x80));
            value >>>= 7;
        }
        target.put((byte) value);
        return this;
    }

    public BytesOut text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** A text that may be missing. */
    public BytesOut maybeText(@Nullable String value) {
        bool(value != null);
        return value == null ? this : text(value);
    }

    public BytesOut bytes(byte[] value) {
        return bytes(value, 0, value.length);
    }

    public BytesOut bytes(byte[] value, int from, int length) {
        varint(length);
        room(length).put(value, from, length);
        return this;
    }

    public int size() {
        return buffer.position();
    }

    public void clear() {
        buffer.clear();
    }

    int capacity() {
        return buffer.capacity();
    }

    /** What was written, as a view. */
    public ByteBuffer view() {
        return buffer.duplicate().flip();
    }

    /** What was written, as a copy. */
    public byte[] toBytes() {
        byte[] bytes = new byte[buffer.position()];
        buffer.get(0, bytes);
        return bytes;
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int capacity = Math.max(buffer.capacity() * 2, buffer.position() + bytes);
            ByteBuffer larger = buffer.isDirect() ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
            buffer = larger.put(buffer.flip());
        }
        return buffer;
    }
}
