package dev.leat.engine.subscription;

import dev.leat.api.SubscriptionId;
import dev.leat.engine.stream.Directory;
import java.util.NavigableSet;

/**
 * What the subscriptions of all shards share.
 *
 * @param ids those whose making is durable
 */
record SubscriptionContext(
        Directory directory, Interest interest, Wakes wakes, Announcer announcer, NavigableSet<SubscriptionId> ids) {

    /** Writes a wake into the stream that a subscription names for it. */
    interface Announcer {
        /** If it cannot be written, the subscription's shard is told. */
        void announce(Subscription subscription, Announcement announcement);
    }
}
