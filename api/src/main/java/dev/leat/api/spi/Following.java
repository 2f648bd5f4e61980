package dev.leat.api.spi;

import dev.leat.api.stream.Offset;
import java.util.concurrent.CompletableFuture;

/** Somebody who reads a stream on and on, and waits for what comes: one read at a time. To be closed. */
public interface Following extends AutoCloseable {

    /**
     * Completes with the next messages from an offset on, or with none and {@code closed} at the end of the stream. Cancelling it
     * ends the waiting and loses nothing; asking again at the same offset finds what came meanwhile. The slice belongs to whoever
     * gets it.
     */
    CompletableFuture<Slice> next(Offset from);

    /** Ends the waiting. */
    @Override
    void close();
}
