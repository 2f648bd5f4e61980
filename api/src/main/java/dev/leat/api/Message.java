package dev.leat.api;

import java.nio.charset.StandardCharsets;

/**
 * One message of a stream.
 *
 * @param offset where it begins
 * @param next where to read on after it
 */
@SuppressWarnings("ArrayRecordComponent") // two messages are never compared; copying every payload would cost
public record Message(Offset offset, Offset next, byte[] payload) {

    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }
}
