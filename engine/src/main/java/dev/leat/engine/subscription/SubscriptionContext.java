package dev.leat.engine.subscription;

import dev.leat.api.subscription.SubscriptionId;
import dev.leat.engine.stream.StreamCatalog;
import java.util.NavigableSet;

/**
 * What the subscriptions of all shards share.
 *
 * @param ids subscriptions whose creation is durable
 */
record SubscriptionContext(
        StreamCatalog catalog,
        SubscriptionMatcher matcher,
        WebhookCalls wakes,
        Announcer announcer,
        NavigableSet<SubscriptionId> ids) {

    /** Writes a wake into the stream that a subscription names for it. */
    interface Announcer {
        /** If it cannot be written, the subscription's shard is told. */
        void announce(Subscription subscription, WakeMessage announcement);
    }
}
