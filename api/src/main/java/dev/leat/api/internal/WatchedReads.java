package dev.leat.api.internal;

import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import java.util.concurrent.CompletableFuture;

/** Follows by watching and reading: every read that waits has a watch of its own. */
public record WatchedReads(Engine engine, StreamPath path) implements Following {

    @Override
    public CompletableFuture<Slice> next(Offset from) {
        NextRead read = new NextRead(engine, path, from);
        read.start();
        return read;
    }

    /** Nothing is kept between reads. */
    @Override
    public void close() {}

    /** Ends the waiting; what was found meanwhile is let go of. */
    @SuppressWarnings("FutureReturnValueIgnored") // the dependent stage only cleans up
    public static void giveUp(CompletableFuture<Slice> read) {
        if (!read.cancel(false)) {
            read.whenComplete((slice, failure) -> {
                if (slice != null) {
                    slice.close();
                }
            });
        }
    }
}
