package dev.leat.http.exchange;

import java.nio.ByteBuffer;

/** Takes the body of a request. After one of the last three nothing follows. */
public interface BodyReader {
    /** The next bytes, which are somebody else's again afterwards. */
    void take(ByteBuffer bytes);

    /** That was all. */
    void ended();

    /** The client left before it had sent everything. */
    void gone();

    /** What comes is no body. */
    void broken();
}
