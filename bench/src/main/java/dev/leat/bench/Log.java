package dev.leat.bench;

import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;

/** Something durable to append to: Leat, or the least that could do the same. */
interface Log extends AutoCloseable {

    /** Appends and replies once the payload is durable. The turn decides where it goes, if there is a choice. */
    void append(long turn, byte[] payload, Reply<AppendResult> reply);

    /** Appends and returns once the payload is durable. */
    void appendAndWait(long turn, byte[] payload);

    @Override
    void close();
}
