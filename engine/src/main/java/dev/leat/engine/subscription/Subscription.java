package dev.leat.engine.subscription;

import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.WakeTarget;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A subscription in memory. Only its shard's thread touches what is not final. */
final class Subscription {
    final long number;
    final SubscriptionId id;
    final SubscriptionConfig config;
    final long created;
    private final Consumer<StreamLink> onMoved;

    // decided, and in the journal
    long generation;
    String wakeId = ""; // empty while there is no wake
    WakeState wakeState = WakeState.IDLE;
    long nextLink = 1;
    final Map<StreamPath, StreamLink> links = new HashMap<>();
    final Map<Long, StreamLink> byNumber = new HashMap<>();
    final List<StreamLink> shown = new ArrayList<>(); // what the current wake tells of

    // in memory only
    final Set<StreamLink> pending = new LinkedHashSet<>(); // the longest waiting first
    final Set<StreamLink> moved = new LinkedHashSet<>(); // to be looked at when the wake is over
    final ArrayDeque<PendingLink> pendingLinks = new ArrayDeque<>();
    boolean gone;
    boolean dirty;
    boolean stored;
    long timer = Long.MAX_VALUE; // the earliest that looks at it
    long tellAgain = Long.MAX_VALUE; // when its wake stream, which refused the wake, is tried again

    /**
     * A link to be made.
     *
     * @param stream the id of the stream that was found; 0 for none
     * @param at where the cursor is to be
     */
    record PendingLink(StreamPath path, boolean explicit, long stream, long at) {}

    /** @param onMoved called when a stream has moved, on the thread of that stream's shard */
    Subscription(
            long number, SubscriptionId id, SubscriptionConfig config, long created, Consumer<StreamLink> onMoved) {
        this.number = number;
        this.id = id;
        this.config = config;
        this.created = created;
        this.onMoved = onMoved;
    }

    void notifyMoved(StreamLink link) {
        onMoved.accept(link);
    }

    boolean isIdle() {
        return wakeState.phase() == WakePhase.IDLE;
    }

    boolean isWebhook() {
        return config.target() instanceof WakeTarget.Webhook;
    }

    /** Whether a worker that names this wake is the one that has it. */
    boolean isHeldAs(String wake, long wakeGeneration) {
        boolean current = generation == wakeGeneration && !wakeId.isEmpty() && wakeId.equals(wake);
        return current && wakeState.phase() != WakePhase.CALLED;
    }

    long leaseFrom(long now) {
        return now + config.lease().toMillis();
    }

    @Nullable
    StreamLink link(StreamPath path) {
        return links.get(path);
    }

    SubscriptionInfo info() {
        return new SubscriptionInfo(
                id,
                config,
                links.values().stream()
                        .filter(StreamLink::isVisible)
                        .sorted(Comparator.comparing(link -> link.path))
                        .map(link -> link.asOf(link.tail()))
                        .toList(),
                Instant.ofEpochMilli(created),
                wakeState.phase() == WakePhase.RETRYING,
                generation);
    }
}
