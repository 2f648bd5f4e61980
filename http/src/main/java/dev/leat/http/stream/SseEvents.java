package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Slice;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
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
    static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");

    private SseEvents() {}

    static boolean isBinary(ContentType type) {
        return !type.isJson() && !type.mediaType().startsWith("text/");
    }

    /** @param stored the bytes of the slice */
    static Buffer encode(Slice slice, byte[] stored, long cursor) {
        Buffer out = Buffer.buffer(stored.length * (isBinary(slice.contentType()) ? 4 : 3) / 3 + 256);
        if (stored.length > 0) {
            data(out, slice.contentType(), stored);
        }
        control(out, slice, cursor);
        return out;
    }

    private static void data(Buffer out, ContentType type, byte[] stored) {
        out.appendBytes(DATA_EVENT);
        if (isBinary(type)) {
            out.appendBytes(DATA_LINE)
                    .appendBytes(Base64.getEncoder().encode(stored))
                    .appendByte((byte) '\n');
        } else if (type.isJson()) {
            out.appendBytes(DATA_LINE).appendByte((byte) '[');
            lines(out, stored, stored.length - 1); // without the last comma
            out.appendString("]\n");
        } else {
            out.appendBytes(DATA_LINE);
            if (stored[0] == ' ') {
                out.appendByte((byte) ' ');
            }
            lines(out, stored, stored.length);
            out.appendByte((byte) '\n');
        }
        out.appendByte((byte) '\n');
    }

    /** Copies text; every line break in it, of any kind, begins a new data line. */
    private static void lines(Buffer out, byte[] text, int length) {
        int start = 0;
        for (int i = 0; i < length; i++) {
            byte c = text[i];
            if (c != '\n' && c != '\r') {
                continue;
            }
            out.appendBytes(text, start, i - start).appendByte((byte) '\n').appendBytes(DATA_LINE);
            if (c == '\r' && i + 1 < length && text[i + 1] == '\n') {
                i++;
            }
            start = i + 1;
            if (start < length && text[start] == ' ') {
                out.appendByte((byte) ' ');
            }
        }
        out.appendBytes(text, start, length - start);
    }

    private static void control(Buffer out, Slice slice, long cursor) {
        out.appendBytes(CONTROL_EVENT).appendString(slice.next().toString()).appendByte((byte) '"');
        if (slice.closed()) {
            out.appendString(",\"upToDate\":true,\"streamClosed\":true");
        } else {
            out.appendString(",\"streamCursor\":\"")
                    .appendString(Long.toString(cursor))
                    .appendByte((byte) '"');
            if (slice.upToDate()) {
                out.appendString(",\"upToDate\":true");
            }
        }
        out.appendString("}\n\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
