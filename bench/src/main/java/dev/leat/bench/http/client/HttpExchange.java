package dev.leat.bench.http.client;

import java.nio.ByteBuffer;

/** A user of a connection: it gets the responses. */
public interface HttpExchange {

    /** Status and headers of an answer are there. */
    default void head(HttpConnection connection) {}

    /** Some of an answer's body, between position and limit. */
    default void body(HttpConnection connection, ByteBuffer bytes) {}

    /** An answer is complete: the next request may be sent. */
    void answered(HttpConnection connection);

    /** The connection was lost with an answer outstanding; there is a new one. */
    void broken(HttpConnection connection);
}
