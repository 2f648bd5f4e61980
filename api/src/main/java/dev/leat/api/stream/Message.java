package dev.leat.api.stream;

import java.nio.charset.StandardCharsets;

/**
 * One message of a JSON stream, or bytes of a stream that is not JSON.
 *
 * <p>Only JSON streams keep messages apart. A stream of any other type is a sequence of bytes: one read gives the bytes between two
 * offsets as one message, however many appends wrote them. It begins and ends where an append began or ended. An application that
 * needs messages there writes its own framing, such as line ends or lengths.
 *
 * @param offset where it begins
 * @param next where to read on after it
 */
@SuppressWarnings("ArrayRecordComponent") // two messages are never compared; copying every payload would cost
public record Message(Offset offset, Offset next, byte[] payload) {

    /** Returns the payload as text in UTF-8. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }
}
