package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Offset;
import dev.leat.api.Slice;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way to everyone who follows a stream. They are encoded once, when the first follower of a kind needs them.
 * Made on one event loop and used by all.
 */
final class Batch {
    private final Slice slice;
    private final byte[] stored;
    private volatile @Nullable Encoded encoded;

    private record Encoded(long cursor, Buffer event) {}

    /** @param stored the bytes of the slice */
    Batch(Slice slice, byte[] stored) {
        this.slice = slice;
        this.stored = stored;
    }

    Offset from() {
        return slice.from();
    }

    Offset next() {
        return slice.next();
    }

    boolean closed() {
        return slice.closed();
    }

    boolean isEmpty() {
        return stored.length == 0;
    }

    ContentType contentType() {
        return slice.contentType();
    }

    /** The same messages as an answer to a read. */
    Slice slice() {
        return slice;
    }

    /** A data event, if there are messages, and its control event, for all whose cursor is the same. */
    Buffer event(long cursor) {
        Encoded shared = encoded;
        if (shared == null || shared.cursor != cursor) {
            shared = new Encoded(cursor, SseEvents.encode(slice, stored, cursor));
            encoded = shared;
        }
        return shared.event;
    }

    /** The same for a follower with a cursor of its own. */
    Buffer ownEvent(long cursor) {
        return SseEvents.encode(slice, stored, cursor);
    }
}
