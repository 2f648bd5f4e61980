package dev.leat.api.spi;

import dev.leat.api.stream.Offset;
import java.util.concurrent.CompletableFuture;

/** A reader of one stream that waits for new messages, one read at a time. To be closed. */
public interface Following extends AutoCloseable {

    /**
     * Completes with the next messages from an offset on, or with none and {@code closed} at the end of the stream. Cancelling it
     * ends the waiting and loses nothing; asking again at the same offset finds what came meanwhile. The receiver of the
     * slice closes it.
     */
    CompletableFuture<Slice> next(Offset from);

    /** Ends the waiting. */
    @Override
    void close();
}
