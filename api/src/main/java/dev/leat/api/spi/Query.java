package dev.leat.api.spi;

import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.SubscriptionPage;
import org.jspecify.annotations.Nullable;

/** A question that changes nothing but a stream's idle time. Answered from what is durable, without a shard. */
public sealed interface Query<O extends Outcome> permits Query.OfStreams, Query.OfSubscriptions, QueueQuery {

    /** A question about streams. */
    sealed interface OfStreams<O extends Outcome> extends Query<O> {}

    /** A question about subscriptions; one about what a single subscription is doing does ask its shard. */
    sealed interface OfSubscriptions<O extends Outcome> extends Query<O> {}

    /**
     * The messages from an offset on. An offset inside a message counts as that message's beginning, one after the tail as
     * the tail.
     *
     * @param maxBytes the answer stops at a message's end before it is longer than this, but has at least one message
     */
    record Read(StreamPath path, Offset from, int maxBytes) implements OfStreams<Slice> {}

    /** What is known of a stream. */
    record Head(StreamPath path) implements OfStreams<StreamInfo> {}

    /**
     * The paths that begin with a prefix, in order.
     *
     * @param after where the page before ended; null for the first page
     */
    record Find(String prefix, @Nullable StreamPath after, int limit) implements OfStreams<StreamPage> {

        /** The largest page. */
        public static final int MAX_LIMIT = 10_000;

        public Find {
            if (limit < 1 || limit > MAX_LIMIT) {
                throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " paths, not " + limit);
            }
        }
    }

    /** What is known of a subscription. */
    record Subscription(SubscriptionId id) implements OfSubscriptions<SubscriptionInfo> {}

    /**
     * The ids of subscriptions, in order.
     *
     * @param after where the page before ended; null for the first page
     */
    record Subscriptions(@Nullable SubscriptionId after, int limit) implements OfSubscriptions<SubscriptionPage> {

        /** The largest page. */
        public static final int MAX_LIMIT = 10_000;

        public Subscriptions {
            if (limit < 1 || limit > MAX_LIMIT) {
                throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " ids, not " + limit);
            }
        }
    }
}
