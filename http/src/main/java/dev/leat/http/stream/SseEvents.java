package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Slice;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Writes messages as server-sent events: a data event with all of them, and right behind it a control event that says where the
 * client is now. Clients look for {@code data:} without a space; a line that begins with one gets another, because they drop the
 * first. The messages are added in pieces of any length; one thread uses it at a time.
 */
final class SseEvents {
    private static final byte[] DATA_EVENT = ascii("event: data\ndata:");
    private static final byte[] NEXT_LINE = ascii("\ndata:");
    private static final byte[] CONTROL_EVENT = ascii("event: control\ndata:{\"streamNextOffset\":\"");

    /** A comment, which clients ignore: it keeps proxies from closing an idle connection. */
    static final byte[] HEARTBEAT = ascii(":\n\n");

    private final boolean json;
    private final boolean binary;
    private Text out = new Text();
    private boolean begun;
    private boolean atLineStart;
    private boolean afterCarriageReturn;
    private byte[] unencoded = {};

    SseEvents(ContentType type) {
        this.json = type.isJson();
        this.binary = isBinary(type);
    }

    static boolean isBinary(ContentType type) {
        return !type.isJson() && !type.mediaType().startsWith("text/");
    }

    /**
     * Returns the events of a slice.
     *
     * @param stored the bytes of the slice
     */
    static ByteBuffer[] encode(Slice slice, byte[] stored, long cursor) {
        SseEvents events = new SseEvents(slice.contentType());
        if (stored.length > 0) {
            events.data(true, ByteBuffer.wrap(stored));
        }
        return events.control(slice, cursor).take();
    }

    /**
     * Adds messages to the data event.
     *
     * @param last whether they are the last of the event
     */
    SseEvents data(boolean last, ByteBuffer... stored) {
        int length = 0;
        for (ByteBuffer bytes : stored) {
            length += bytes.remaining();
        }
        out.expect(length * (binary ? 4 : 3) / 3 + 256);
        if (!begun) {
            begun = true;
            out.add(DATA_EVENT);
            if (json) {
                out.add((byte) '[');
            }
            atLineStart = !json;
        }
        for (int i = 0; i < stored.length; i++) {
            boolean end = last && i == stored.length - 1;
            ByteBuffer bytes = stored[i];
            if (binary) {
                base64(bytes, end);
            } else if (json && end) {
                lines(bytes.slice(bytes.position(), bytes.remaining() - 1)); // without the last comma
            } else {
                lines(bytes);
            }
        }
        if (last) {
            out.add(json ? "]\n\n" : "\n\n");
        }
        return this;
    }

    /** Adds as much as makes whole groups of three bytes, and keeps the rest for the next call. */
    private void base64(ByteBuffer bytes, boolean end) {
        int length = unencoded.length + bytes.remaining();
        byte[] all = Arrays.copyOf(unencoded, length);
        bytes.get(bytes.position(), all, unencoded.length, bytes.remaining());
        int now = end ? length : length - length % 3;
        unencoded = Arrays.copyOfRange(all, now, length);
        out.add(Base64.getEncoder().encode(now == length ? all : Arrays.copyOf(all, now)));
    }

    /** Adds text; every line break in it, of any kind, begins a new data line. */
    private void lines(ByteBuffer text) {
        int start = text.position();
        for (int i = start; i < text.limit(); i++) {
            byte c = text.get(i);
            if (c == '\n' && afterCarriageReturn) { // both are one line break
                afterCarriageReturn = false;
                start = i + 1;
                continue;
            }
            afterCarriageReturn = c == '\r';
            if (atLineStart && c == ' ') {
                out.add((byte) ' ');
            }
            atLineStart = false;
            if (c == '\n' || c == '\r') {
                out.add(text.slice(start, i - start)).add(NEXT_LINE);
                start = i + 1;
                atLineStart = true;
            }
        }
        out.add(text.slice(start, text.limit() - start));
    }

    /** Adds the control event. */
    SseEvents control(Slice slice, long cursor) {
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
        return this;
    }

    /** Returns what was added since the last call. */
    ByteBuffer[] take() {
        ByteBuffer[] pieces = out.pieces();
        out = new Text();
        return pieces;
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
        private byte[] piece = {};
        private int length;
        private int expected;

        /** @param more how many bytes will be added, about */
        void expect(int more) {
            expected += more;
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
            return add(ByteBuffer.wrap(bytes));
        }

        Text add(ByteBuffer bytes) {
            while (bytes.hasRemaining()) {
                if (length == piece.length) {
                    begin();
                }
                int part = Math.min(bytes.remaining(), piece.length - length);
                bytes.get(piece, length, part);
                length += part;
            }
            return this;
        }

        Text add(String text) {
            return add(ascii(text));
        }

        /** Begins another piece: this one is full. */
        private void begin() {
            if (length > 0) {
                before.add(ByteBuffer.wrap(piece, 0, length));
            }
            piece = next();
            length = 0;
        }

        ByteBuffer[] pieces() {
            before.add(ByteBuffer.wrap(piece, 0, length));
            return before.toArray(ByteBuffer[]::new);
        }
    }
}
