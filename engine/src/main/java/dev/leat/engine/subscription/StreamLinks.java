package dev.leat.engine.subscription;

import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Glob;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.stream.StreamCatalog;
import dev.leat.engine.stream.TrackedStream;
import dev.leat.engine.subscription.Subscription.PendingLink;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides which streams a subscription is about, and from where on.
 *
 * <p>What exists when a subscription is made, or is named later, is linked at its tail. A stream that comes to be afterwards
 * is linked where its own messages begin, so that the first of them are pending; what a fork inherits is not. A stream that
 * was deleted and made again is another one, and its cursor starts over.
 */
final class StreamLinks {
    private final SubscriptionShard shard;
    private final StreamCatalog catalog;
    private final SubscriptionMatcher matcher;

    StreamLinks(SubscriptionShard shard, SubscriptionContext context) {
        this.shard = shard;
        this.catalog = context.catalog();
        this.matcher = context.matcher();
    }

    /** Wishes for a link at the tail that the stream has now. */
    void requestLink(Subscription subscription, StreamPath path) {
        if (!subscription.config.isWakeStream(path)) {
            TrackedStream stream = catalog.live(path);
            subscription.pendingLinks.add(new PendingLink(
                    path, true, stream == null ? 0 : stream.id(), stream == null ? 0 : stream.durableTail()));
        }
    }

    /** Wishes for links to all streams that match and have none. */
    void requestMatchingLinks(Subscription subscription, ToLongFunction<TrackedStream> at) {
        Glob pattern = subscription.config.pattern();
        if (pattern != null) {
            catalog.each(pattern.prefix(), stream -> {
                StreamPath path = stream.path();
                if (subscription.link(path) == null && subscription.config.matches(path)) {
                    subscription.pendingLinks.add(new PendingLink(path, false, stream.id(), at.applyAsLong(stream)));
                }
            });
        }
    }

    /**
     * Brings the links up to what happened to the streams while they were not tracked: before a crash, after their last change. A
     * stream that is older than the subscription and has no link was left out when the making of it was cut short.
     */
    void resume(Subscription subscription, Changes changes) {
        for (StreamLink link : subscription.links.values().toArray(StreamLink[]::new)) {
            attach(link, changes);
        }
        requestMatchingLinks(
                subscription, stream -> stream.created() < subscription.created ? stream.durableTail() : stream.base());
    }

    /** Makes as many pending links as fit into the turn. Returns whether those were all. */
    boolean grant(Subscription subscription, Changes changes) {
        while (!subscription.pendingLinks.isEmpty() && !changes.isFull()) {
            PendingLink pending = subscription.pendingLinks.remove();
            StreamLink link = subscription.link(pending.path());
            if (link == null) {
                attach(link(subscription, pending, changes), changes);
            } else if (pending.explicit() && !link.explicit) {
                change(link, true, link.streamId, link.acked, changes);
            }
        }
        return subscription.pendingLinks.isEmpty();
    }

    private StreamLink link(Subscription subscription, PendingLink pending, Changes changes) {
        long number = subscription.nextLink;
        shard.change(
                new SubscriptionChange.Linked(
                        subscription.number,
                        number,
                        pending.path(),
                        pending.explicit(),
                        pending.stream(),
                        pending.at()),
                changes);
        StreamLink link = subscription.link(pending.path());
        if (link == null) {
            throw new IllegalStateException("a link was made and is not there: " + pending);
        }
        return link;
    }

    private void change(StreamLink link, boolean explicit, long stream, long acked, Changes changes) {
        shard.change(
                new SubscriptionChange.Linked(
                        link.subscription.number, link.number, link.path, explicit, stream, acked),
                changes);
    }

    /** There is a stream at the path that was not there before. */
    void meet(Subscription subscription, StreamPath path, Changes changes) {
        TrackedStream stream = catalog.live(path);
        StreamLink link = subscription.link(path);
        if (stream == null) {
            return; // it went again, which its tracker is told of
        }
        if (link != null) {
            attach(link, changes);
        } else if (subscription.config.matches(path)) {
            attach(link(subscription, new PendingLink(path, false, stream.id(), stream.base()), changes), changes);
        }
    }

    /** Connects a link with the stream that is at its path now, whichever that is. */
    void attach(StreamLink link, Changes changes) {
        TrackedStream stream = catalog.live(link.path);
        if (stream == null && link.explicit) {
            matcher.await(link);
            stream = catalog.live(link.path);
        }
        if (stream == null) {
            lose(link, changes);
            return;
        }
        if (link.stream == null || link.stream.id() != stream.id()) {
            detach(link);
            link.stream = stream;
            stream.track(link);
        }
        long tail = stream.durableTail();
        if (stream.id() != link.streamId) {
            change(link, link.explicit, stream.id(), stream.base(), changes);
        } else if (link.acked > tail) {
            change(link, link.explicit, stream.id(), tail, changes); // a repair cut the stream short
        }
        refresh(link, changes);
    }

    /** The stream is gone. A link that was made by a pattern goes as well; an explicit one waits for the stream to come back. */
    private void lose(StreamLink link, Changes changes) {
        if (!link.explicit) {
            remove(link, changes);
            return;
        }
        untrack(link);
        link.subscription.pending.remove(link);
        if (link.streamId != 0 || link.acked != 0) {
            change(link, true, 0, 0, changes);
        }
    }

    /** Looks how far the stream is. */
    void refresh(StreamLink link, Changes changes) {
        link.rearm();
        TrackedStream stream = link.stream;
        if (stream == null || !stream.isLive()) {
            attach(link, changes);
        } else if (stream.durableTail() > link.acked) {
            link.subscription.pending.add(link);
        } else {
            link.subscription.pending.remove(link);
        }
    }

    /** Refreshes the links of all streams that have moved. */
    void refreshMoved(Subscription subscription, Changes changes) {
        if (!subscription.moved.isEmpty()) {
            StreamLink[] moved = subscription.moved.toArray(StreamLink[]::new);
            subscription.moved.clear();
            for (StreamLink link : moved) {
                refresh(link, changes);
            }
        }
    }

    /** Takes a link by name away. */
    void unlink(@Nullable StreamLink link, Changes changes) {
        if (link == null || !link.explicit) {
            return;
        }
        if (link.stream != null && link.subscription.config.matches(link.path)) {
            change(link, false, link.streamId, link.acked, changes);
        } else {
            remove(link, changes);
        }
    }

    private void remove(StreamLink link, Changes changes) {
        detach(link);
        shard.change(new SubscriptionChange.Unlinked(link.subscription.number, link.number), changes);
    }

    /** Stops tracking the stream of a link. */
    void detach(StreamLink link) {
        untrack(link);
        matcher.forget(link);
    }

    private static void untrack(StreamLink link) {
        TrackedStream stream = link.stream;
        if (stream != null) {
            stream.untrack(link);
            link.stream = null;
        }
    }
}
