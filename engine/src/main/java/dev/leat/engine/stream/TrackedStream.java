package dev.leat.engine.stream;

import dev.leat.api.stream.StreamPath;

/**
 * A stream as the other features of the engine see it: its durable tail, and notifications when that changes. Unlike
 * the registrations of readers, tracking does not extend the stream's lifetime.
 */
public interface TrackedStream {

    /** Differs between two streams that had the same path one after the other. */
    long id();

    StreamPath path();

    /** In epoch milliseconds. */
    long created();

    boolean isJson();

    /** Where its own messages begin: what a fork inherits lies before. */
    long base();

    long durableTail();

    /** Whether it can be read: neither deleted nor expired. */
    boolean isLive();

    void track(Tracker tracker);

    void untrack(Tracker tracker);

    /** Is told on the thread of the stream's shard: has to be quick. */
    interface Tracker {

        /** The durable tail is further than it was. */
        void moved();

        /** The stream cannot be read any more. */
        void ended();
    }
}
