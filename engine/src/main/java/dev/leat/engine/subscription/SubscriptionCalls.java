package dev.leat.engine.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Reply;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.stream.TrackedStream;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls that make, remove and link subscriptions, or ask for one. */
final class SubscriptionCalls {
    private SubscriptionCalls() {}

    /** A call about a subscription that has to be there. */
    abstract static class OfSubscription<O> extends ReplyCall<O> {
        final SubscriptionShard shard;
        private final SubscriptionId id;

        OfSubscription(SubscriptionShard shard, SubscriptionId id, Reply<? super O> reply) {
            super(reply);
            this.shard = shard;
            this.id = id;
        }

        @Override
        protected final void decide(Changes changes) {
            Subscription subscription = shard.find(id);
            if (subscription == null) {
                rejected(new Rejection.SubscriptionNotFound(id));
            } else {
                decide(subscription, changes);
            }
        }

        abstract void decide(Subscription subscription, Changes changes);
    }

    /** Makes a subscription, or confirms one of the same configuration. */
    static final class Subscribe extends ReplyCall<Outcome.Subscribed> {
        private final Shard home;
        private final SubscriptionShard shard;
        private final SubscriptionContext context;
        private final Command.Subscribe command;
        private final Reply<? super Outcome.Subscribed> reply;
        private @Nullable Subscription made;

        Subscribe(
                Shard home,
                SubscriptionShard shard,
                SubscriptionContext context,
                Command.Subscribe command,
                Reply<? super Outcome.Subscribed> reply) {
            super(reply);
            this.home = home;
            this.shard = shard;
            this.context = context;
            this.command = command;
            this.reply = reply;
        }

        @Override
        protected void decide(Changes changes) {
            Subscription there = shard.find(command.id());
            if (there == null) {
                made = make(changes);
            } else if (there.config.equals(command.config())) {
                decided(new Outcome.Subscribed(false, there.info()));
            } else {
                rejected(new Rejection.SubscriptionExists(command.id()));
            }
        }

        private Subscription make(Changes changes) {
            long number = shard.table().nextNumber();
            shard.change(new SubscriptionChange.Subscribed(number, command.id(), command.config()), changes);
            Subscription subscription = Objects.requireNonNull(shard.find(command.id()));
            context.interest().watch(subscription);
            command.config().streams().forEach(path -> shard.streamLinks().requestLink(subscription, path));
            shard.streamLinks().requestMatchingLinks(subscription, TrackedStream::durableTail);
            shard.streamLinks().grant(subscription, changes);
            changes.afterwards(() -> context.ids().add(subscription.id));
            return subscription;
        }

        @Override
        protected void answer() {
            Subscription subscription = made;
            if (subscription == null) {
                super.answer();
            } else {
                home.force(new Grant<>(
                        home, shard, subscription, () -> new Outcome.Subscribed(true, subscription.info()), reply));
            }
        }
    }

    /** Removes a subscription with all its links. */
    static final class Unsubscribe extends ReplyCall<Outcome.Unsubscribed> {
        private final SubscriptionShard shard;
        private final SubscriptionContext context;
        private final Command.Unsubscribe command;

        Unsubscribe(
                SubscriptionShard shard,
                SubscriptionContext context,
                Command.Unsubscribe command,
                Reply<? super Outcome.Unsubscribed> reply) {
            super(reply);
            this.shard = shard;
            this.context = context;
            this.command = command;
        }

        @Override
        protected void decide(Changes changes) {
            Subscription subscription = shard.find(command.id());
            if (subscription != null) {
                context.interest().forget(subscription);
                subscription.links.values().forEach(shard.streamLinks()::detach);
                subscription.pendingLinks.clear();
                shard.change(new SubscriptionChange.Unsubscribed(subscription.number), changes);
                changes.afterwards(() -> context.ids().remove(subscription.id));
            }
            decided(new Outcome.Unsubscribed(subscription != null));
        }
    }

    /** Says what is known of a subscription. */
    static final class ReadInfo extends OfSubscription<SubscriptionInfo> {

        ReadInfo(SubscriptionShard shard, Query.Subscription query, Reply<? super SubscriptionInfo> reply) {
            super(shard, query.id(), reply);
        }

        @Override
        void decide(Subscription subscription, Changes changes) {
            decided(subscription.info());
        }
    }

    /** Keeps the first secret that is proposed under a name. */
    static final class KeepSecret extends ReplyCall<Outcome.Secret> {
        private final SubscriptionShard shard;
        private final Command.KeepSecret command;

        KeepSecret(SubscriptionShard shard, Command.KeepSecret command, Reply<? super Outcome.Secret> reply) {
            super(reply);
            this.shard = shard;
            this.command = command;
        }

        @Override
        protected void decide(Changes changes) {
            byte[] kept = shard.table().secret(command.name());
            if (kept == null) {
                kept = command.proposed().clone();
                shard.change(new SubscriptionChange.Kept(command.name(), kept), changes);
            }
            decided(new Outcome.Secret(kept.clone()));
        }
    }

    /** Links streams by name. */
    static final class Link extends OfSubscription<Outcome.Relinked> {
        private final Shard home;
        private final Command.Link command;
        private final Reply<? super Outcome.Relinked> reply;
        private @Nullable Subscription unlinked;

        Link(Shard home, SubscriptionShard shard, Command.Link command, Reply<? super Outcome.Relinked> reply) {
            super(shard, command.id(), reply);
            this.home = home;
            this.command = command;
            this.reply = reply;
        }

        @Override
        void decide(Subscription subscription, Changes changes) {
            command.streams().forEach(path -> shard.streamLinks().requestLink(subscription, path));
            if (!shard.streamLinks().grant(subscription, changes)) {
                unlinked = subscription;
            }
            decided(new Outcome.Relinked());
        }

        @Override
        protected void answer() {
            Subscription unfinished = unlinked;
            if (unfinished == null) {
                super.answer();
            } else {
                home.force(new Grant<>(home, shard, unfinished, Outcome.Relinked::new, reply));
            }
        }
    }

    /** Takes a link by name away. */
    static final class Unlink extends OfSubscription<Outcome.Relinked> {
        private final Command.Unlink command;

        Unlink(SubscriptionShard shard, Command.Unlink command, Reply<? super Outcome.Relinked> reply) {
            super(shard, command.id(), reply);
            this.command = command;
        }

        @Override
        void decide(Subscription subscription, Changes changes) {
            shard.streamLinks().unlink(subscription.link(command.stream()), changes);
            decided(new Outcome.Relinked());
        }
    }

    /**
     * Makes the pending links of a subscription, as many as fit into one turn, and then goes on in the next. The
     * caller is answered at the end: a subscription that was confirmed has all its links.
     */
    static final class Grant<O> extends Call {
        private final Shard home;
        private final SubscriptionShard shard;
        private final Subscription subscription;
        private final Supplier<O> outcome;
        private final Reply<? super O> reply;
        private @Nullable O answer;

        Grant(
                Shard home,
                SubscriptionShard shard,
                Subscription subscription,
                Supplier<O> outcome,
                Reply<? super O> reply) {
            this.home = home;
            this.shard = shard;
            this.subscription = subscription;
            this.outcome = outcome;
            this.reply = reply;
        }

        @Override
        protected void decide(Changes changes) {
            if (subscription.gone || shard.streamLinks().grant(subscription, changes)) {
                shard.wakeScheduler().look(subscription, changes);
                answer = outcome.get();
            }
        }

        @Override
        protected void answer() {
            O now = answer;
            if (now == null) {
                home.force(new Grant<>(home, shard, subscription, outcome, reply));
            } else {
                reply.answered(now);
            }
        }

        @Override
        protected void refuse(Rejection rejection) {
            reply.refused(rejection);
        }
    }
}
