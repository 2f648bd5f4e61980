package dev.leat.http.http1;

import dev.leat.http.exchange.BodyReader;
import io.netty.buffer.ByteBuf;

/** Where the body of a request ends. */
interface BodyFraming {

    /** How far a body is. */
    enum State {
        COMING,
        ENDED,
        BROKEN
    }

    /** Hands on what there is of the body, and leaves what is behind it. */
    State read(ByteBuf bytes, BodyReader reader);

    /** Hands on as many of the bytes. The reader sees them in place. */
    static void handOn(ByteBuf bytes, int length, BodyReader reader) {
        int start = bytes.readerIndex();
        bytes.skipBytes(length);
        reader.take(bytes.nioBuffer(start, length));
    }

    /** @param mostBytes of what is not the body itself */
    static BodyFraming of(RequestHead head, int mostBytes) {
        return head.isChunked() ? new ChunkedFraming(mostBytes) : new FixedLengthFraming(head.length());
    }
}
