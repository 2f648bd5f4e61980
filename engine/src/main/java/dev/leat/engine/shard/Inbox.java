package dev.leat.engine.shard;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one thread. Any thread adds with one compare-and-set; the owner takes everything at once with another.
 * Each node knows how many wait below it and how heavy they are, so the bounds cost no counters of their own.
 */
final class Inbox<N extends InboxNode> {
    private final AtomicReference<@Nullable InboxNode> head = new AtomicReference<>();
    private final int limit;
    private final long weightLimit;

    /** Stands in for the nodes of an inbox that takes no more. */
    private static final class End extends InboxNode {}

    /** Whether a node was taken in. */
    enum Offer {
        ACCEPTED,
        FULL,
        CLOSED
    }

    Inbox(int limit, long weightLimit) {
        this.limit = limit;
        this.weightLimit = weightLimit;
    }

    /** Adds a node, unless too many or too heavy ones wait. A node that finds nothing before it is always taken in. */
    Offer offer(N node, int weight) {
        return offer(node, weight, limit, weightLimit);
    }

    /** Adds even beyond the limits: for what the engine itself must get done. */
    Offer force(N node) {
        return offer(node, 0, Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    private Offer offer(N node, int weight, int most, long heaviest) {
        while (true) {
            InboxNode top = head.get();
            if (top instanceof End) {
                return Offer.CLOSED;
            }
            if (top != null && (top.depth >= most || top.weight + weight > heaviest)) {
                return Offer.FULL;
            }
            node.next = top;
            node.depth = top == null ? 1 : top.depth + 1;
            node.weight = top == null ? weight : top.weight + weight;
            if (head.compareAndSet(top, node)) {
                return Offer.ACCEPTED;
            }
        }
    }

    boolean isEmpty() {
        InboxNode top = head.get();
        return top == null || top instanceof End;
    }

    int size() {
        InboxNode top = head.get();
        return top == null ? 0 : top.depth;
    }

    /** Takes everything, oldest first, as a list linked by {@code next}. */
    @Nullable
    N takeAll() {
        return head.get() == null ? null : oldestFirst(head.getAndUpdate(top -> top instanceof End ? top : null));
    }

    /** Takes everything and closes the inbox: later calls are refused. */
    @Nullable
    N close() {
        return oldestFirst(head.getAndSet(new End()));
    }

    /** The link of a taken node. */
    @SuppressWarnings("unchecked") // only nodes of type N were ever added
    @Nullable
    N next(N node) {
        return (N) node.next;
    }

    @SuppressWarnings("unchecked") // as above
    private @Nullable N oldestFirst(@Nullable InboxNode top) {
        InboxNode oldest = null;
        while (top != null && !(top instanceof End)) {
            InboxNode below = top.next;
            top.next = oldest;
            oldest = top;
            top = below;
        }
        return (N) oldest;
    }
}
