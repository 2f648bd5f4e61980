package dev.leat.engine.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.stream.TrackedStream;
import java.util.Objects;
import java.util.function.Supplier;

/** Handler of the commands that make, remove and link the subscriptions of one shard. */
final class SubscriptionHandler {
    private final Shard home;
    private final SubscriptionShard shard;
    private final SubscriptionContext context;

    SubscriptionHandler(Shard home, SubscriptionShard shard, SubscriptionContext context) {
        this.home = home;
        this.shard = shard;
        this.context = context;
    }

    /** Makes a subscription, or confirms one of the same configuration. */
    Decision<Outcome.Subscribed> subscribe(Command.Subscribe command, Changes changes) {
        Subscription there = shard.find(command.id());
        if (there == null) {
            Subscription made = make(command, changes);
            return granting(made, () -> new Outcome.Subscribed(true, made.info()));
        }
        return there.config.equals(command.config())
                ? Decision.accept(new Outcome.Subscribed(false, there.info()))
                : Decision.reject(new Rejection.SubscriptionExists(command.id()));
    }

    private Subscription make(Command.Subscribe command, Changes changes) {
        long number = shard.table().nextNumber();
        shard.change(new SubscriptionChange.Subscribed(number, command.id(), command.config()), changes);
        Subscription subscription = Objects.requireNonNull(shard.find(command.id()));
        context.matcher().watch(subscription);
        command.config().streams().forEach(path -> shard.streamLinks().requestLink(subscription, path));
        shard.streamLinks().requestMatchingLinks(subscription, TrackedStream::durableTail);
        shard.streamLinks().grant(subscription, changes);
        changes.afterwards(() -> context.ids().add(subscription.id));
        return subscription;
    }

    /** Removes a subscription with all its links. */
    Decision<Outcome.Unsubscribed> unsubscribe(Command.Unsubscribe command, Changes changes) {
        Subscription subscription = shard.find(command.id());
        if (subscription != null) {
            context.matcher().forget(subscription);
            subscription.links.values().forEach(shard.streamLinks()::detach);
            subscription.pendingLinks.clear();
            shard.change(new SubscriptionChange.Unsubscribed(subscription.number), changes);
            changes.afterwards(() -> context.ids().remove(subscription.id));
        }
        return Decision.accept(new Outcome.Unsubscribed(subscription != null));
    }

    /** Keeps the first secret that is proposed under a name. */
    Decision<Outcome.Secret> keep(Command.KeepSecret command, Changes changes) {
        byte[] kept = shard.table().secret(command.name());
        if (kept == null) {
            kept = command.proposed().clone();
            shard.change(new SubscriptionChange.Kept(command.name(), kept), changes);
        }
        return Decision.accept(new Outcome.Secret(kept.clone()));
    }

    /** Links streams by name. */
    Decision<Outcome.Relinked> link(Subscription subscription, Command.Link command, Changes changes) {
        command.streams().forEach(path -> shard.streamLinks().requestLink(subscription, path));
        return shard.streamLinks().grant(subscription, changes)
                ? Decision.accept(new Outcome.Relinked())
                : granting(subscription, Outcome.Relinked::new);
    }

    /** Takes a link by name away. */
    Decision<Outcome.Relinked> unlink(Subscription subscription, Command.Unlink command, Changes changes) {
        shard.streamLinks().unlink(subscription.link(command.stream()), changes);
        return Decision.accept(new Outcome.Relinked());
    }

    /**
     * Makes the pending links of a subscription, as many as fit into one turn, and then goes on in the next. The
     * caller is answered at the end: a subscription that was confirmed has all its links.
     */
    private <O> Decision<O> granting(Subscription subscription, Supplier<O> outcome) {
        return new Decision.Continue<>(
                reply -> home.force(ReplyCall.of(changes -> grant(subscription, outcome, changes), reply)));
    }

    private <O> Decision<O> grant(Subscription subscription, Supplier<O> outcome, Changes changes) {
        if (subscription.gone || shard.streamLinks().grant(subscription, changes)) {
            shard.wakeScheduler().look(subscription, changes);
            return Decision.accept(outcome.get());
        }
        return granting(subscription, outcome);
    }
}
