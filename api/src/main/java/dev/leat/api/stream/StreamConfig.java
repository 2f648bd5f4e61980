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

    public static StreamConfig of(ContentType contentType) {
        return new StreamConfig(contentType, null, Body.EMPTY, false, null);
    }

    public static StreamConfig json() {
        return of(ContentType.JSON);
    }

    public static StreamConfig text() {
        return of(ContentType.TEXT);
    }

    public static StreamConfig bytes() {
        return of(ContentType.BYTES);
    }

    public static StreamConfig forkOf(Fork fork) {
        return new StreamConfig(null, null, Body.EMPTY, false, fork);
    }

    public StreamConfig with(Lifetime lifetime) {
        return new StreamConfig(contentType, lifetime, body, closed, fork);
    }

    public StreamConfig with(Body body) {
        return new StreamConfig(contentType, lifetime, body, closed, fork);
    }

    public StreamConfig ended() {
        return new StreamConfig(contentType, lifetime, body, true, fork);
    }
}
