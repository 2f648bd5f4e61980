package dev.leat.api.spi;

import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;

/** Something that happened, told after it became durable. */
public sealed interface Event {

    StreamPath path();

    record StreamCreated(StreamPath path, Offset tail) implements Event {}

    record StreamAppended(StreamPath path, Offset tail) implements Event {}

    record StreamClosed(StreamPath path, Offset tail) implements Event {}

    /**
     * The stream cannot be read any more.
     *
     * @param expired whether its lifetime ended, rather than somebody deleting it
     */
    record StreamDeleted(StreamPath path, boolean expired) implements Event {}
}
