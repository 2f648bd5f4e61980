package dev.leat.engine.shard;

import dev.leat.api.spi.Reply;

/** Runs work that may block on the disk, on threads that run no shard. */
public interface BlockingExecutor {

    /** Runs work that ends in a reply. If the work throws, the reply is refused instead. */
    void run(Runnable work, Reply<?> reply);
}
