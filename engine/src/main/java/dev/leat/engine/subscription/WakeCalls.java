package dev.leat.engine.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Reply;
import dev.leat.api.subscription.Ack;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls that claim, acknowledge and end the wake of a subscription. */
final class WakeCalls {
    private WakeCalls() {}

    /** A call of the worker that holds the wake. Calls with an earlier wake are fenced. */
    abstract static class OfWake extends SubscriptionCalls.OfSubscription<Outcome.Settled> {
        private final String wakeId;
        private final long generation;

        OfWake(
                SubscriptionShard shard,
                SubscriptionId id,
                String wakeId,
                long generation,
                Reply<? super Outcome.Settled> reply) {
            super(shard, id, reply);
            this.wakeId = wakeId;
            this.generation = generation;
        }

        @Override
        final void decide(Subscription subscription, Changes changes) {
            if (subscription.isHeldAs(wakeId, generation)) {
                settle(subscription, changes);
            } else {
                rejected(new Rejection.WakeFenced(subscription.generation));
            }
        }

        abstract void settle(Subscription subscription, Changes changes);

        void finish(Subscription subscription, Changes changes) {
            decided(new Outcome.Settled(shard.wakeScheduler().finish(subscription, changes)));
        }
    }

    /** Gives the wake of a subscription to a worker. It need not have been announced yet. */
    static final class Claim extends SubscriptionCalls.OfSubscription<Outcome.Claimed> {

        /** Holder of a wake that was sent to a webhook, as it is reported. */
        private static final String WEBHOOK = "webhook";

        private final Command.Claim command;

        Claim(SubscriptionShard shard, Command.Claim command, Reply<? super Outcome.Claimed> reply) {
            super(shard, command.id(), reply);
            this.command = command;
        }

        @Override
        void decide(Subscription subscription, Changes changes) {
            WakeState wakeState = subscription.wakeState;
            if (wakeState.phase() != WakePhase.IDLE && wakeState.phase() != WakePhase.CALLED) {
                String holder = Objects.requireNonNullElse(wakeState.holder(), WEBHOOK);
                rejected(new Rejection.WakeClaimed(holder, subscription.generation));
                return;
            }
            shard.streamLinks().refreshMoved(subscription, changes);
            if (!subscription.pending.isEmpty()) {
                decided(new Outcome.Claimed(
                        shard.wakeScheduler().claim(subscription, command.worker(), changes),
                        subscription.config.lease()));
                return;
            }
            if (!subscription.isIdle()) {
                shard.wakeScheduler().finish(subscription, changes); // what it woke for is gone, with its stream
            }
            rejected(new Rejection.NothingPending(command.id()));
        }
    }

    /** Ends a wake without having processed anything more. */
    static final class Release extends OfWake {

        Release(SubscriptionShard shard, Command.ReleaseWake command, Reply<? super Outcome.Settled> reply) {
            super(shard, command.id(), command.wakeId(), command.generation(), reply);
        }

        @Override
        void settle(Subscription subscription, Changes changes) {
            finish(subscription, changes);
        }
    }

    /** Moves cursors, all or none, and finishes the wake or extends its lease. */
    static final class Settle extends OfWake {
        private final Command.Settle command;

        Settle(SubscriptionShard shard, Command.Settle command, Reply<? super Outcome.Settled> reply) {
            super(shard, command.id(), command.wakeId(), command.generation(), reply);
            this.command = command;
        }

        @Override
        void settle(Subscription subscription, Changes changes) {
            for (Ack ack : command.acks()) {
                Rejection rejection = flaw(ack, subscription.link(ack.stream()));
                if (rejection != null) {
                    rejected(rejection);
                    return;
                }
            }
            shard.wakeScheduler().ack(subscription, cursors(subscription), changes);
            if (command.done()) {
                finish(subscription, changes);
            } else {
                shard.wakeScheduler().extend(subscription, changes);
                decided(new Outcome.Settled(false));
            }
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
        private List<LinkPosition> cursors(Subscription subscription) {
            Map<Long, Long> furthest = new LinkedHashMap<>();
            for (Ack ack : command.acks()) {
                StreamLink link = Objects.requireNonNull(subscription.link(ack.stream()));
                if (ack.offset().position() > link.acked) {
                    furthest.merge(link.number, ack.offset().position(), Math::max);
                }
            }
            return furthest.entrySet().stream()
                    .map(entry -> new LinkPosition(entry.getKey(), entry.getValue()))
                    .toList();
        }
    }

    /** Takes what a webhook answered. */
    static final class WebhookAnswered extends OfWake {
        private final Command.WebhookAnswered.Answer answer;

        WebhookAnswered(
                SubscriptionShard shard, Command.WebhookAnswered command, Reply<? super Outcome.Settled> reply) {
            super(shard, command.id(), command.wakeId(), command.generation(), reply);
            this.answer = command.answer();
        }

        @Override
        void settle(Subscription subscription, Changes changes) {
            switch (answer) {
                case DONE -> {
                    ackShown(subscription, changes);
                    finish(subscription, changes);
                }
                case ACCEPTED -> {
                    shard.wakeScheduler().extend(subscription, changes);
                    decided(new Outcome.Settled(false));
                }
                case FAILED -> {
                    if (subscription.wakeState.phase()
                            == WakePhase.POSTING) { // else the worker has called back: it got the wake
                        shard.wakeScheduler().retryLater(subscription, changes);
                    }
                    decided(new Outcome.Settled(false));
                }
            }
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
    }
}
