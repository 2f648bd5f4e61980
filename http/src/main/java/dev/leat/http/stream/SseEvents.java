package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Slice;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Writes messages as server-sent events: a data event with all of them, and right behind it a control event that says where the
 * client is now. Clients look for {@code data:} without a space; a line that begins with one gets another, because they drop the
 * first.
 */
final class SseEvents {
    private static final byte[] DATA_EVENT = ascii("event: data\n");
    private static final byte[] DATA_LINE = ascii("data:");
    private static final byte[] CONTROL_EVENT = ascii("event: control\ndata:{\"streamNextOffset\":\"");

    /** A comment, which clients ignore: it keeps proxies from closing an idle connection. */
    static final byte[] HEARTBEAT = ascii(":\n\n");

    private SseEvents() {}

    static boolean isBinary(ContentType type) {
        return !type.isJson() && !type.mediaType().startsWith("text/");
    }

    /**
     * Returns the events of a slice, in pieces.
     *
     * @param stored the bytes of the slice
     */
    static ByteBuffer[] encode(Slice slice, byte[] stored, long cursor) {
        Text out = new Text(stored.length * (isBinary(slice.contentType()) ? 4 : 3) / 3 + 256);
        if (stored.length > 0) {
            data(out, slice.contentType(), stored);
        }
        control(out, slice, cursor);
        return out.pieces();
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

    /**
     * Bytes that are put together, in pieces: what a slow client has taken of a long message can be freed before the rest is sent, and
     * no piece is so long that the collector gives it regions of its own.
     */
    private static final class Text {
        private static final int PIECE = 64 << 10;
        private static final int LEAST = 256;

        private final List<ByteBuffer> before = new ArrayList<>(1);
        private byte[] piece;
        private int length;
        private int expected;

        /** @param expected how many bytes it will be, about */
        Text(int expected) {
            this.expected = expected;
            this.piece = next();
        }

        private byte[] next() {
            byte[] next = new byte[Math.min(PIECE, Math.max(LEAST, expected))];
            expected -= next.length;
            return next;
        }

        Text add(byte c) {
            if (length == piece.length) {
                begin();
            }
            piece[length++] = c;
            return this;
        }

        Text add(byte[] bytes) {
            return add(bytes, 0, bytes.length);
        }

        Text add(byte[] bytes, int start, int count) {
            int from = start;
            int left = count;
            while (left > 0) {
                if (length == piece.length) {
                    begin();
                }
                int part = Math.min(left, piece.length - length);
                System.arraycopy(bytes, from, piece, length, part);
                length += part;
                from += part;
                left -= part;
            }
            return this;
        }

        Text add(String text) {
            return add(ascii(text));
        }

        /** Begins another piece: this one is full. */
        private void begin() {
            before.add(ByteBuffer.wrap(piece, 0, length));
            piece = next();
            length = 0;
        }

        ByteBuffer[] pieces() {
            before.add(ByteBuffer.wrap(piece, 0, length));
            return before.toArray(ByteBuffer[]::new);
        }
    }
}
