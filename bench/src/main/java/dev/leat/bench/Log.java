package dev.leat.bench;

import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;

/** A durable log: Leat, or the simplest program that does the same. */
interface Log extends AutoCloseable {

    /** Appends and replies once the payload is durable. The turn decides where it goes, if there is a choice. */
    void append(long turn, byte[] payload, Reply<AppendResult> reply);

    /** Appends and returns once the payload is durable. */
    void appendAndWait(long turn, byte[] payload);

    @Override
    void close();
}
