package dev.leat.engine.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.subscription.Ack;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Handler of the commands that claim, acknowledge and end the wakes of the subscriptions of one shard. */
final class WakeHandler {
    /** Holder of a wake that was sent to a webhook, as it is reported. */
    private static final String WEBHOOK = "webhook";

    private final SubscriptionShard shard;

    WakeHandler(SubscriptionShard shard) {
        this.shard = shard;
    }

    /** Gives the wake of a subscription to a worker. It need not have been announced yet. */
    Decision<Outcome.Claimed> claim(Subscription subscription, Command.Claim command, Changes changes) {
        WakeState wakeState = subscription.wakeState;
        if (wakeState.phase() != WakePhase.IDLE && wakeState.phase() != WakePhase.CALLED) {
            String holder = Objects.requireNonNullElse(wakeState.holder(), WEBHOOK);
            return Decision.reject(new Rejection.WakeClaimed(holder, subscription.generation));
        }
        shard.streamLinks().refreshMoved(subscription, changes);
        if (!subscription.pending.isEmpty()) {
            return Decision.accept(new Outcome.Claimed(
                    shard.wakeScheduler().claim(subscription, command.worker(), changes), subscription.config.lease()));
        }
        if (!subscription.isIdle()) {
            shard.wakeScheduler().finish(subscription, changes); // what it woke for is gone, with its stream
        }
        return Decision.reject(new Rejection.NothingPending(command.id()));
    }

    /** Ends a wake without having processed anything more. */
    Decision<Outcome.Settled> release(Subscription subscription, Command.ReleaseWake command, Changes changes) {
        return subscription.isHeldAs(command.wakeId(), command.generation())
                ? finish(subscription, changes)
                : fenced(subscription);
    }

    /** Moves cursors, all or none, and finishes the wake or extends its lease. */
    Decision<Outcome.Settled> settle(Subscription subscription, Command.Settle command, Changes changes) {
        if (!subscription.isHeldAs(command.wakeId(), command.generation())) {
            return fenced(subscription);
        }
        for (Ack ack : command.acks()) {
            Rejection rejection = flaw(ack, subscription.link(ack.stream()));
            if (rejection != null) {
                return Decision.reject(rejection);
            }
        }
        shard.wakeScheduler().ack(subscription, cursors(subscription, command.acks()), changes);
        if (command.done()) {
            return finish(subscription, changes);
        }
        shard.wakeScheduler().extend(subscription, changes);
        return Decision.accept(new Outcome.Settled(false));
    }

    private static @Nullable Rejection flaw(Ack ack, @Nullable StreamLink link) {
        if (link == null) {
            return new Rejection.AckOutOfRange(ack.stream(), "the subscription is not about that stream");
        }
        long position = ack.offset().position();
        if (position < link.acked) {
            return new Rejection.AckOutOfRange(ack.stream(), "the cursor is further already");
        }
        return position > link.tail()
                ? new Rejection.AckOutOfRange(ack.stream(), "it lies beyond the stream's tail")
                : null;
    }

    /** A stream that is named more than once goes to the furthest place. */
    private static List<LinkPosition> cursors(Subscription subscription, List<Ack> acks) {
        Map<Long, Long> furthest = new LinkedHashMap<>();
        for (Ack ack : acks) {
            StreamLink link = Objects.requireNonNull(subscription.link(ack.stream()));
            if (ack.offset().position() > link.acked) {
                furthest.merge(link.number, ack.offset().position(), Math::max);
            }
        }
        return furthest.entrySet().stream()
                .map(entry -> new LinkPosition(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Takes what a webhook answered. */
    Decision<Outcome.Settled> webhookAnswered(
            Subscription subscription, Command.WebhookAnswered command, Changes changes) {
        if (!subscription.isHeldAs(command.wakeId(), command.generation())) {
            return fenced(subscription);
        }
        switch (command.answer()) {
            case DONE -> {
                ackShown(subscription, changes);
                return finish(subscription, changes);
            }
            case ACCEPTED -> shard.wakeScheduler().extend(subscription, changes);
            case FAILED -> {
                if (subscription.wakeState.phase()
                        == WakePhase.POSTING) { // else the worker has called back: it got the wake
                    shard.wakeScheduler().retryLater(subscription, changes);
                }
            }
        }
        return Decision.accept(new Outcome.Settled(false));
    }

    private void ackShown(Subscription subscription, Changes changes) {
        List<LinkPosition> cursors = new ArrayList<>();
        for (StreamLink link : subscription.shown) {
            if (link.shown > link.acked) {
                cursors.add(new LinkPosition(link.number, link.shown));
            }
        }
        shard.wakeScheduler().ack(subscription, cursors, changes);
    }

    private Decision<Outcome.Settled> finish(Subscription subscription, Changes changes) {
        return Decision.accept(new Outcome.Settled(shard.wakeScheduler().finish(subscription, changes)));
    }

    /** Rejects a call with an earlier wake than the one that the worker holds. */
    private static Decision<Outcome.Settled> fenced(Subscription subscription) {
        return Decision.reject(new Rejection.WakeFenced(subscription.generation));
    }
}
