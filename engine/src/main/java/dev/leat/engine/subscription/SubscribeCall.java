package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.stream.TrackedStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a subscription, or confirms one of the same configuration. */
final class SubscribeCall extends ReplyCall<Outcome.Subscribed> {
    private final Shard home;
    private final SubscriptionShard shard;
    private final SubscriptionContext context;
    private final Command.Subscribe command;
    private final Reply<? super Outcome.Subscribed> reply;
    private @Nullable Subscription made;

    SubscribeCall(
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
        command.config().streams().forEach(path -> shard.linking().wish(subscription, path));
        shard.linking().wishForMatches(subscription, TrackedStream::durableTail);
        shard.linking().grant(subscription, changes);
        changes.afterwards(() -> context.ids().add(subscription.id));
        return subscription;
    }

    @Override
    protected void answer() {
        Subscription subscription = made;
        if (subscription == null) {
            super.answer();
        } else {
            home.force(new GrantCall<>(
                    home, shard, subscription, () -> new Outcome.Subscribed(true, subscription.info()), reply));
        }
    }
}
