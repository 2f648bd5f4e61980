package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Offset;
import dev.leat.api.Slice;
import dev.leat.api.StreamPath;
import dev.leat.client.wire.WireAnswer;
import org.jspecify.annotations.Nullable;

/**
 * What a request that waits has found.
 *
 * @param slice null if nothing came in time
 * @param next where to ask next
 * @param cursor what the next request brings along, so that it meets no cached answer again
 */
record Polled(@Nullable Slice slice, Offset next, @Nullable String cursor) {

    /** @param type what the stream holds as far as is known; an answer without messages does not say it */
    static Polled read(StreamPath path, @Nullable ContentType type, WireAnswer answer) {
        String cursor = answer.header("Stream-Cursor");
        Offset next = StreamAnswers.next(answer);
        if (answer.status() != 204) {
            Slice slice = Slices.of(path, answer);
            return new Polled(slice.length() > 0 || slice.closed() ? slice : null, next, cursor);
        }
        Slice end =
                StreamAnswers.closed(answer) ? Slices.empty(path, type == null ? ContentType.BYTES : type, next) : null;
        return new Polled(end, next, cursor);
    }
}
