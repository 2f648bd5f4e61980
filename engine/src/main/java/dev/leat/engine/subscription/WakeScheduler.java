package dev.leat.engine.subscription;

import dev.leat.api.spi.WebhookCall;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.Wake;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.engine.shard.Changes;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Decides when a subscription wakes and when a wake is over. There is one wake at a time: what becomes pending meanwhile is
 * looked at when it ends, and wakes again.
 */
final class WakeScheduler {

    /** How long a wake stream that refused a wake is left alone. */
    private static final long TELL_AGAIN_MILLIS = 60_000;

    private static final Comparator<LinkedStream> PENDING_FIRST =
            Comparator.comparing(LinkedStream::pending).reversed().thenComparing(LinkedStream::path);

    private final SubscriptionShard shard;
    private final StreamLinks streamLinks;
    private final SubscriptionContext context;

    WakeScheduler(SubscriptionShard shard, StreamLinks streamLinks, SubscriptionContext context) {
        this.shard = shard;
        this.streamLinks = streamLinks;
        this.context = context;
    }

    /** Wakes the subscription if it is idle and something is pending. Returns whether it did. */
    boolean look(Subscription subscription, Changes changes) {
        if (!subscription.isIdle() || subscription.gone) {
            return false;
        }
        streamLinks.refreshMoved(subscription, changes);
        if (subscription.pending.isEmpty()) {
            return false;
        }
        if (subscription.isWebhook()) {
            begin(subscription, WakeState.posting(subscription.leaseFrom(changes.time()), 1), changes);
            post(subscription, changes);
        } else {
            begin(subscription, WakeState.CALLED, changes);
            announce(subscription, changes);
        }
        return true;
    }

    private void begin(Subscription subscription, WakeState wakeState, Changes changes) {
        long generation = subscription.generation + 1;
        String wakeId = DerivedRandom.wakeId(subscription.number, generation, changes.time());
        List<LinkPosition> shown = subscription.pending.stream()
                .limit(subscription.isWebhook() ? Wake.MAX_STREAMS : 0)
                .map(link -> new LinkPosition(link.number, link.tail()))
                .toList();
        shard.change(new SubscriptionChange.Woken(subscription.number, generation, wakeId, wakeState, shown), changes);
    }

    /** Gives the wake, or a new one if none was announced yet, to a worker. Something is pending. */
    Wake claim(Subscription subscription, String worker, Changes changes) {
        WakeState held = WakeState.heldBy(worker, subscription.leaseFrom(changes.time()));
        if (subscription.isIdle()) {
            begin(subscription, held, changes);
        } else {
            turn(subscription, held, changes);
        }
        subscription.tellAgain = Long.MAX_VALUE;
        shard.watchTime(subscription);
        return wake(subscription);
    }

    void turn(Subscription subscription, WakeState wakeState, Changes changes) {
        shard.change(new SubscriptionChange.Turned(subscription.number, wakeState), changes);
        shard.watchTime(subscription);
    }

    /** Ends the wake. Returns whether the subscription wakes again. */
    boolean finish(Subscription subscription, Changes changes) {
        turn(subscription, WakeState.IDLE, changes);
        subscription.tellAgain = Long.MAX_VALUE;
        return look(subscription, changes);
    }

    /** Moves cursors to places that are known to be right. */
    void ack(Subscription subscription, List<LinkPosition> cursors, Changes changes) {
        if (!cursors.isEmpty()) {
            shard.change(new SubscriptionChange.Acked(subscription.number, cursors), changes);
            for (LinkPosition cursor : cursors) {
                StreamLink link = Objects.requireNonNull(subscription.byNumber.get(cursor.link()));
                subscription.pending.remove(link); // whatever else it has comes after what others have
                streamLinks.refresh(link, changes);
            }
        }
    }

    /** The lease goes on from now; a worker that gives a sign of life has the wake, whatever its first answer was. */
    void extend(Subscription subscription, Changes changes) {
        turn(subscription, subscription.wakeState.heldUntil(subscription.leaseFrom(changes.time())), changes);
    }

    void retryLater(Subscription subscription, Changes changes) {
        int attempt = subscription.wakeState.attempt();
        long wait = DerivedRandom.retryMillis(subscription.number, subscription.generation, attempt);
        turn(subscription, WakeState.retrying(changes.time() + wait, attempt), changes);
    }

    private void repeat(Subscription subscription, Changes changes) {
        int attempt = subscription.wakeState.attempt() + 1;
        turn(subscription, WakeState.posting(subscription.leaseFrom(changes.time()), attempt), changes);
        post(subscription, changes);
    }

    private void post(Subscription subscription, Changes changes) {
        if (context.wakes().isHeard() && subscription.config.target() instanceof WakeTarget.Webhook webhook) {
            WebhookCall call = new WebhookCall(wake(subscription), webhook, subscription.wakeState.attempt());
            changes.afterwards(() -> context.wakes().tell(call));
        }
        shard.watchTime(subscription);
    }

    private void announce(Subscription subscription, Changes changes) {
        subscription.tellAgain = Long.MAX_VALUE;
        if (subscription.config.target() instanceof WakeTarget.PullWake(var wakeStream)) {
            StreamLink link = subscription.pending.iterator().next();
            long generation = subscription.generation;
            WakeMessage announcement = new WakeMessage(
                    wakeStream, subscription.number, subscription.id, link.path, generation, changes.time());
            changes.afterwards(() -> context.announcer().announce(subscription, announcement));
        }
    }

    /** The wake stream refused the wake. It can be claimed all the same; the stream is tried again later. */
    void tellLater(Subscription subscription, long generation, Changes changes) {
        if (subscription.wakeState.phase() == WakePhase.CALLED && subscription.generation == generation) {
            subscription.tellAgain = changes.time() + TELL_AGAIN_MILLIS;
            shard.watchTime(subscription);
        }
    }

    /** Returns when the subscription is due. While no sender of webhook requests is registered, requests are never due. */
    long due(Subscription subscription) {
        return switch (subscription.wakeState.phase()) {
            case IDLE -> Long.MAX_VALUE;
            case CALLED -> subscription.tellAgain;
            case POSTING, RETRYING -> context.wakes().isHeard() ? subscription.wakeState.due() : Long.MAX_VALUE;
            case HELD -> subscription.wakeState.due();
        };
    }

    void expire(Subscription subscription, Changes changes) {
        switch (subscription.wakeState.phase()) {
            case IDLE -> {}
            case CALLED -> callAgain(subscription, changes);
            case POSTING, HELD -> finish(subscription, changes);
            case RETRYING -> repeat(subscription, changes);
        }
    }

    /** What was to be claimed may be gone by now, with its stream. */
    private void callAgain(Subscription subscription, Changes changes) {
        streamLinks.refreshMoved(subscription, changes);
        if (subscription.pending.isEmpty()) {
            finish(subscription, changes);
        } else {
            announce(subscription, changes);
        }
    }

    /** A new sender of webhook requests is registered, which knows no requests in flight. */
    void heard(Subscription subscription, Changes changes) {
        WakePhase phase = subscription.wakeState.phase();
        boolean overdue = phase == WakePhase.RETRYING && subscription.wakeState.due() <= changes.time();
        if (phase == WakePhase.POSTING || overdue) {
            repeat(subscription, changes);
        }
        shard.watchTime(subscription);
    }

    /** Goes on with what an earlier life began. */
    void resume(Subscription subscription, Changes changes) {
        if (subscription.wakeState.phase() == WakePhase.CALLED) {
            callAgain(subscription, changes);
        } else if (context.wakes().isHeard()) {
            heard(subscription, changes);
        }
        look(subscription, changes);
        shard.watchTime(subscription);
    }

    /** The wake as a worker is told of it: a webhook always hears of it as it was when it was made. */
    private static Wake wake(Subscription subscription) {
        List<LinkedStream> streams = candidates(subscription).stream()
                .filter(StreamLink::isVisible)
                .limit(Wake.MAX_STREAMS)
                .map(link -> link.asOf(subscription.isWebhook() ? Math.max(link.acked, link.shown) : link.tail()))
                .sorted(PENDING_FIRST)
                .toList();
        return new Wake(
                subscription.id,
                subscription.wakeId,
                subscription.generation,
                streams,
                Instant.ofEpochMilli(subscription.wakeState.due()));
    }

    /** All streams if they are few, else those that have something pending. */
    private static Collection<StreamLink> candidates(Subscription subscription) {
        if (subscription.links.size() <= Wake.MAX_STREAMS) {
            return subscription.links.values();
        }
        return subscription.isWebhook() ? subscription.shown : subscription.pending;
    }
}
