package dev.leat.api.stream;

import dev.leat.api.ContentType;
import org.jspecify.annotations.Nullable;

/**
 * How a stream is to be made.
 *
 * @param contentType null for the fork's source's, else bytes
 * @param lifetime null for the fork's source's, else forever
 * @param body the first messages
 * @param closed whether those are all it will ever have
 */
public record StreamConfig(
        @Nullable ContentType contentType,
        @Nullable Lifetime lifetime,
        Body body,
        boolean closed,
        @Nullable Fork fork) {

    /** Returns the configuration of an empty stream with a content type. */
    public static StreamConfig of(ContentType contentType) {
        return new StreamConfig(contentType, null, Body.EMPTY, false, null);
    }

    /** Returns the configuration of an empty JSON stream. */
    public static StreamConfig json() {
        return of(ContentType.JSON);
    }

    /** Returns the configuration of an empty stream of plain text. */
    public static StreamConfig text() {
        return of(ContentType.TEXT);
    }

    /** Returns the configuration of an empty stream of bytes. */
    public static StreamConfig bytes() {
        return of(ContentType.BYTES);
    }

    /** Returns the configuration of a fork, with the content type and lifetime of its source. */
    public static StreamConfig forkOf(Fork fork) {
        return new StreamConfig(null, null, Body.EMPTY, false, fork);
    }

    /** Returns a copy with a lifetime. */
    public StreamConfig with(Lifetime lifetime) {
        return new StreamConfig(contentType, lifetime, body, closed, fork);
    }

    /** Returns a copy with first messages. */
    public StreamConfig with(Body body) {
        return new StreamConfig(contentType, lifetime, body, closed, fork);
    }

    /** Returns a copy of a stream that is closed from the start. */
    public StreamConfig ended() {
        return new StreamConfig(contentType, lifetime, body, true, fork);
    }
}
