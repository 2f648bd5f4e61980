package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Offset;
import dev.leat.api.Slice;
import dev.leat.api.StreamPath;
import dev.leat.client.transport.Response;
import dev.leat.wire.LeatHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What a request that waits has found.
 *
 * @param slice null if nothing came in time
 * @param next where to ask next; null for where it was asked, if nothing came and the answer does not say it
 * @param cursor what the next request brings along, so that it meets no cached answer again
 */
record PolledSlice(
        @Nullable Slice slice,
        @Nullable Offset next,
        @Nullable String cursor) {

    /**
     * @param from where it was asked
     * @param type what the stream holds as far as is known; an answer without messages does not say it
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
