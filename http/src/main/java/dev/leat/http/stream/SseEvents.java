package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Slice;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes messages as server-sent events: a data event with all of them, and right behind it a control event that says where the
 * client is now. Clients look for {@code data:} without a space; a line that begins with one gets another, because they drop the
 * first.
 */
final class SseEvents {
    private static final byte[] DATA_EVENT = ascii("event: data\n");
    private static final byte[] DATA_LINE = ascii("data:");
    private static final byte[] CONTROL_EVENT = ascii("event: control\ndata:{\"streamNextOffset\":\"");

    /** What nobody reads, so that nobody in between thinks that the connection is dead. */
    static final byte[] HEARTBEAT = ascii(":\n\n");

    private SseEvents() {}

    static boolean isBinary(ContentType type) {
        return !type.isJson() && !type.mediaType().startsWith("text/");
    }

    /** @param stored the bytes of the slice */
    static ByteBuffer encode(Slice slice, byte[] stored, long cursor) {
        Text out = new Text(stored.length * (isBinary(slice.contentType()) ? 4 : 3) / 3 + 256);
        if (stored.length > 0) {
            data(out, slice.contentType(), stored);
        }
        control(out, slice, cursor);
        return out.bytes();
    }

    private static void data(Text out, ContentType type, byte[] stored) {
        out.add(DATA_EVENT);
        if (isBinary(type)) {
            out.add(DATA_LINE).add(Base64.getEncoder().encode(stored)).add((byte) '\n');
        } else if (type.isJson()) {
            out.add(DATA_LINE).add((byte) '[');
            lines(out, stored, stored.length - 1); // without the last comma
            out.add("]\n");
        } else {
            out.add(DATA_LINE);
            if (stored[0] == ' ') {
                out.add((byte) ' ');
            }
            lines(out, stored, stored.length);
            out.add((byte) '\n');
        }
        out.add((byte) '\n');
    }

    /** Copies text; every line break in it, of any kind, begins a new data line. */
    private static void lines(Text out, byte[] text, int length) {
        int start = 0;
        for (int i = 0; i < length; i++) {
            byte c = text[i];
            if (c != '\n' && c != '\r') {
                continue;
            }
            out.add(text, start, i - start).add((byte) '\n').add(DATA_LINE);
            if (c == '\r' && i + 1 < length && text[i + 1] == '\n') {
                i++;
            }
            start = i + 1;
            if (start < length && text[start] == ' ') {
                out.add((byte) ' ');
            }
        }
        out.add(text, start, length - start);
    }

    private static void control(Text out, Slice slice, long cursor) {
        out.add(CONTROL_EVENT).add(slice.next().toString()).add((byte) '"');
        if (slice.closed()) {
            out.add(",\"upToDate\":true,\"streamClosed\":true");
        } else {
            out.add(",\"streamCursor\":\"").add(Long.toString(cursor)).add((byte) '"');
            if (slice.upToDate()) {
                out.add(",\"upToDate\":true");
            }
        }
        out.add("}\n\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Bytes that are put together. */
    private static final class Text {
        private byte[] array;
        private int length;

        Text(int capacity) {
            array = new byte[capacity];
        }

        Text add(byte c) {
            ensure(1);
            array[length++] = c;
            return this;
        }

        Text add(byte[] bytes) {
            return add(bytes, 0, bytes.length);
        }

        Text add(byte[] bytes, int start, int count) {
            ensure(count);
            System.arraycopy(bytes, start, array, length, count);
            length += count;
            return this;
        }

        Text add(String text) {
            return add(ascii(text));
        }

        private void ensure(int more) {
            if (array.length - length < more) {
                array = Arrays.copyOf(array, Math.max(2 * array.length, length + more));
            }
        }

        ByteBuffer bytes() {
            return ByteBuffer.wrap(array, 0, length);
        }
    }
}
