package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Offset;
import dev.leat.api.Part;
import dev.leat.api.Slice;
import dev.leat.api.StreamPath;
import dev.leat.client.wire.BadAnswer;
import dev.leat.client.wire.WireAnswer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Makes slices of what was read. Offsets of a server of Leat count bytes, so that each message of a JSON stream has one; of another
 * server, only where to read on is an offset. In a stream that is not JSON the protocol does not tell one message from the next: what
 * one read found counts as one.
 */
final class Slices {

    private Slices() {}

    /** The answer to a read that found something, or nothing. */
    static Slice of(StreamPath path, WireAnswer answer) {
        ContentType type = StreamAnswers.contentType(answer);
        Offset next = StreamAnswers.next(answer);
        boolean upToDate = answer.isTrue("Stream-Up-To-Date");
        boolean closed = StreamAnswers.closed(answer);
        return of(path, type, next, upToDate, closed, stored(type, answer.body()));
    }

    /** The end of a closed stream. */
    static Slice empty(StreamPath path, ContentType type, Offset end) {
        return of(path, type, end, true, true, new byte[0]);
    }

    /**
     * @param stored the bytes as the stream has them: see {@link #stored}
     */
    static Slice of(StreamPath path, ContentType type, Offset next, boolean upToDate, boolean closed, byte[] stored) {
        long start = next.position() - stored.length;
        if (start < 0) {
            throw new BadAnswer("before " + next + " are not " + stored.length + " bytes");
        }
        return new Slice(
                path,
                StreamAnswers.UNKNOWN_INCARNATION,
                type,
                new Offset(start),
                next,
                upToDate,
                closed,
                stored.length == 0 ? List.of() : List.of(new Part.Bytes(ByteBuffer.wrap(stored))),
                () -> ends(type, stored),
                () -> {});
    }

    /** A body as the stream has it: without brackets, and with a comma behind each message. */
    static byte[] stored(ContentType type, byte[] body) {
        if (!type.isJson()) {
            return body;
        }
        int end = body.length - 1;
        if (end < 1 || body[0] != '[' || body[end] != ']') {
            throw new BadAnswer("a JSON stream was read, and the answer is no array");
        }
        if (end == 1) {
            return new byte[0];
        }
        byte[] stored = Arrays.copyOfRange(body, 1, end + 1);
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
