package dev.leat.http.exchange;

import java.nio.ByteBuffer;

/** Receiver of a request's body. No call follows {@link #ended}, {@link #gone} or {@link #broken}. */
public interface BodyReader {
    /** Takes the next bytes, which are valid only during this call. */
    void take(ByteBuffer bytes);

    /** Called after the last bytes of a complete body. */
    void ended();

    /** Called if the connection ended before the body did. */
    void gone();

    /** Called if the bytes are no well-formed body. */
    void broken();
}
