package dev.leat.engine.stream;

import dev.leat.engine.shard.Call;

/** What the streams of all shards share. */
public record StreamContext(Usage usage, Directory directory, Events events, Router router) {

    /** Brings a call to another shard. */
    public interface Router {
        /** Hands over what the engine itself must get done. */
        void force(int shard, Call call);
    }
}
