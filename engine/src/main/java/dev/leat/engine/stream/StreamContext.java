package dev.leat.engine.stream;

import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.shard.Usage;

/** What the streams of all shards share. */
public record StreamContext(
        Usage usage,
        StreamCatalog catalog,
        EventListeners events,
        Meters meters,
        RunIndex runs,
        SegmentUsage segments,
        Router router) {

    /** Reaches the shard of another stream. */
    public interface Router {
        /** Gives a reference back to the stream it was taken from. */
        void release(long source, long token);
    }
}
