package dev.leat.http.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.http.exchange.SharedBytes;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Messages for all followers of a stream. They are encoded once, when the first follower of a kind needs them. Made on
 * one event loop and used by all; each group releases it when its followers have it.
 */
final class FeedBatch {
    private final Slice slice;
    private final byte[] stored;
    private final SharedBytes.Maker sharing;
    private final AtomicInteger users;
    private volatile @Nullable Encoded encoded;

    private record Encoded(long cursor, SharedBytes event) {}

    /**
     * @param stored the bytes of the slice
     * @param groups how many groups get it
     */
    FeedBatch(Slice slice, byte[] stored, SharedBytes.Maker sharing, int groups) {
        this.slice = slice;
        this.stored = stored;
        this.sharing = sharing;
        this.users = new AtomicInteger(groups);
    }

    /** Ends one group's use. */
    void release() {
        Encoded shared = encoded;
        if (users.decrementAndGet() == 0 && shared != null) {
            shared.event.release();
        }
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

    /**
     * Returns a data event, if there are messages, and its control event, for all whose cursor is the same; null if others have
     * another cursor.
     */
    @Nullable
    SharedBytes event(long cursor) {
        Encoded shared = encoded;
        if (shared == null) {
            shared = encode(cursor);
        }
        return shared.cursor == cursor ? shared.event : null;
    }

    /** Loops that come at the same time wait for the first of them. */
    private synchronized Encoded encode(long cursor) {
        Encoded shared = encoded;
        if (shared == null) {
            shared = new Encoded(cursor, sharing.copyOf(SseEvents.encode(slice, stored, cursor)));
            encoded = shared;
        }
        return shared;
    }

    /** Returns the same for a follower with a cursor of its own. */
    ByteBuffer[] ownEvent(long cursor) {
        return SseEvents.encode(slice, stored, cursor);
    }
}
