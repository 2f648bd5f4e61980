package dev.leat.engine.stream;

import dev.leat.engine.meter.Meters;
import dev.leat.engine.shard.Usage;

/** What the streams of all shards share. */
public record StreamContext(
        Usage usage, StreamDirectory directory, EventListeners events, Meters meters, Router router) {

    /** Reaches the shard of another stream. */
    public interface Router {
        /** Gives a reference back to the stream it was taken from. */
        void release(long source, long token);
    }
}
