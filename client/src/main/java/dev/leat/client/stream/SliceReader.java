package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Part;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.transport.MalformedResponse;
import dev.leat.client.transport.Response;
import dev.leat.wire.LeatHeaders;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Makes slices from bodies of reads. Offsets of a server of Leat count bytes, so each message of a JSON stream has one. With another
 * server, only the requested offset and the next one are known.
 */
final class SliceReader {

    private SliceReader() {}

    /**
     * Returns the slice of an answer to a read, with messages or without.
     *
     * @param asked the requested offset
     */
    static Slice of(StreamPath path, Offset asked, Response answer) {
        ContentType type = StreamResponses.contentType(answer);
        Offset next = StreamResponses.next(answer);
        byte[] stored = stored(type, answer.body());
        boolean closed = StreamResponses.closed(answer);
        boolean upToDate =
                closed || answer.isTrue(LeatHeaders.STREAM_UP_TO_DATE) || (stored.length == 0 && next.equals(asked));
        return of(path, type, asked, next, upToDate, closed, stored);
    }

    /** Returns the slice at the end of a closed stream. */
    static Slice empty(StreamPath path, ContentType type, Offset end) {
        return of(path, type, end, end, true, true, new byte[0]);
    }

    /**
     * @param asked the requested offset
     * @param stored the bytes as they are in the stream: see {@link #stored}
     */
    static Slice of(
            StreamPath path,
            ContentType type,
            Offset asked,
            Offset next,
            boolean upToDate,
            boolean closed,
            byte[] stored) {
        long start = next.position() - stored.length;
        // A read inside a message begins with it. Bytes that begin later than asked, or before the stream, are not what
        // is counted.
        boolean counted = start >= 0 && (stored.length == 0 || start <= asked.position());
        return new Slice(
                path,
                StreamResponses.UNKNOWN_INCARNATION,
                type,
                counted ? new Offset(start) : asked.equals(Offset.NOW) ? next : asked,
                next,
                upToDate,
                closed,
                stored.length == 0 ? List.of() : List.of(new Part.Bytes(ByteBuffer.wrap(stored))),
                () -> ends(type, stored),
                () -> {});
    }

    /** Returns a body in the form of the stream: without brackets, and with a comma after each message. */
    static byte[] stored(ContentType type, byte[] body) {
        if (!type.isJson()) {
            return body;
        }
        int start = JsonMessages.skipped(body, 0, 1);
        int end = JsonMessages.skipped(body, body.length - 1, -1);
        if (end <= start || body[start] != '[' || body[end] != ']') {
            throw new MalformedResponse("a JSON stream was read, and the answer is no array");
        }
        if (JsonMessages.skipped(body, start + 1, 1) == end) {
            return new byte[0];
        }
        byte[] stored = Arrays.copyOfRange(body, start + 1, end + 1);
        stored[stored.length - 1] = ',';
        return stored;
    }

    private static int[] ends(ContentType type, byte[] stored) {
        if (stored.length == 0) {
            return new int[0];
        }
        return type.isJson() ? JsonMessages.ends(stored) : new int[] {stored.length};
    }
}
