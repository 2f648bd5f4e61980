package dev.leat.api.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What one append carries. On a JSON stream each payload is a JSON text, and the elements of a top-level array become
 * messages of their own; on any other stream the payloads are bytes that follow each other, and readers do not see where one ends.
 * The arrays must not change until the answer.
 */
public record Body(List<byte[]> payloads) {

    /** A body without messages. */
    public static final Body EMPTY = new Body(List.of());

    /** Returns a body of one payload; an empty payload is an empty body. */
    public static Body of(byte[] payload) {
        return payload.length == 0 ? EMPTY : new Body(List.of(payload));
    }

    /** Returns a body of one text in UTF-8. */
    public static Body of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a body of several payloads, which become visible together. */
    public static Body of(List<byte[]> payloads) {
        return payloads.isEmpty() ? EMPTY : new Body(List.copyOf(payloads));
    }

    /** Returns whether there are no payloads. */
    public boolean isEmpty() {
        return payloads.isEmpty();
    }

    /** Returns the bytes of all payloads together. */
    public long bytes() {
        long bytes = 0;
        for (byte[] payload : payloads) {
            bytes += payload.length;
        }
        return bytes;
    }
}
