package dev.leat.api.spi;

import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;

/** Something that happened, told after it became durable. */
public sealed interface Event {

    /** Returns the path of the stream. */
    StreamPath path();

    /** A stream was created. */
    record StreamCreated(StreamPath path, Offset tail) implements Event {}

    /** Messages were appended to a stream. */
    record StreamAppended(StreamPath path, Offset tail) implements Event {}

    /** A stream was closed. */
    record StreamClosed(StreamPath path, Offset tail) implements Event {}

    /**
     * The stream cannot be read any more.
     *
     * @param expired whether its lifetime ended, rather than a delete
     */
    record StreamDeleted(StreamPath path, boolean expired) implements Event {}
}
