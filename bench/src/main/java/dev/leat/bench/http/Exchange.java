package dev.leat.bench.http;

import java.nio.ByteBuffer;

/** What a connection is used for. */
public interface Exchange {

    /** Status and headers of an answer are there. */
    default void head(Connection connection) {}

    /** Some of an answer's body, between position and limit. */
    default void body(Connection connection, ByteBuffer bytes) {}

    /** An answer is complete: the next request may be sent. */
    void answered(Connection connection);

    /** The connection was lost with an answer outstanding; there is a new one. */
    void broken(Connection connection);
}
