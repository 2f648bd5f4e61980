package dev.leat.api.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What one append carries. On a JSON stream each payload is a JSON text, and the elements of a top-level array become
 * messages of their own; on any other stream the payloads are bytes that follow each other, and readers do not see where one ends.
 * The arrays must not change until the answer.
 */
public record Body(List<byte[]> payloads) {

    public static final Body EMPTY = new Body(List.of());

    public static Body of(byte[] payload) {
        return payload.length == 0 ? EMPTY : new Body(List.of(payload));
    }

    public static Body of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public static Body of(List<byte[]> payloads) {
        return payloads.isEmpty() ? EMPTY : new Body(List.copyOf(payloads));
    }

    public boolean isEmpty() {
        return payloads.isEmpty();
    }

    public long bytes() {
        long bytes = 0;
        for (byte[] payload : payloads) {
            bytes += payload.length;
        }
        return bytes;
    }
}
