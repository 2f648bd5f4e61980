package dev.leat.http.http1;

import dev.leat.http.exchange.RequestError;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Search for the end of a request's head, which can arrive in small pieces: no byte is examined twice. */
final class HeadFinder {
    private final int limit;
    private int searched;
    private int lineStart;
    private int requestLine;
    private @Nullable RequestError error;

    /** @param limit how long the request line may be, and how long all the headers */
    HeadFinder(int limit) {
        this.limit = limit;
    }

    /** Returns the length of the head that the bytes begin with; 0 if it is not complete, or never will be. */
    int find(ByteBuf bytes) {
        while (true) {
            int start = bytes.readerIndex();
            int end = bytes.indexOf(start + searched, bytes.writerIndex(), (byte) '\n');
            searched = (end < 0 ? bytes.writerIndex() : end + 1) - start;
            if (searched - requestLine > limit) {
                error = requestLine == 0 ? RequestError.LONG_LINE : RequestError.LARGE_HEADERS;
                return 0;
            }
            if (end < 0) {
                return 0;
            }
            int line = searched - lineStart;
            lineStart = searched;
            if (line > 2 || (line == 2 && bytes.getByte(end - 1) != '\r')) {
                requestLine = requestLine == 0 ? searched : requestLine;
            } else if (requestLine > 0) {
                int length = searched;
                forget();
                return length;
            } else { // some clients send an empty line behind the body of the request before
                bytes.skipBytes(searched);
                forget();
            }
        }
    }

    private void forget() {
        searched = 0;
        lineStart = 0;
        requestLine = 0;
    }

    /** Returns why there will be no head; null if there can be one. */
    @Nullable
    RequestError error() {
        return error;
    }
}
