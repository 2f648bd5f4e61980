package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.transport.Response;
import dev.leat.wire.LeatHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The result of a long poll.
 *
 * @param slice null if nothing came in time
 * @param next the offset of the next poll; null for the same one, if nothing came and the answer has none
 * @param cursor the cursor of the next request, which keeps a cache from repeating the answer
 */
record PolledSlice(
        @Nullable Slice slice,
        @Nullable Offset next,
        @Nullable String cursor) {

    /**
     * @param from the offset of the poll
     * @param type the content type of the stream as far as it is known; an answer without messages has none
     */
    static PolledSlice read(StreamPath path, Offset from, @Nullable ContentType type, Response answer) {
        String cursor = answer.header(LeatHeaders.STREAM_CURSOR);
        if (answer.status() != 204) {
            Slice slice = SliceReader.of(path, from, answer);
            return new PolledSlice(slice.length() > 0 || slice.closed() ? slice : null, slice.next(), cursor);
        }
        if (StreamResponses.closed(answer)) {
            Offset end = StreamResponses.next(answer);
            return new PolledSlice(SliceReader.empty(path, type == null ? ContentType.BYTES : type, end), end, cursor);
        }
        String next = answer.header(LeatHeaders.STREAM_NEXT_OFFSET);
        return new PolledSlice(null, next == null ? null : StreamResponses.offset(next), cursor);
    }
}
