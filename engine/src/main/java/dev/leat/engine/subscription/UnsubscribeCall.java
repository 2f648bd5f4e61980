package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/** Removes a subscription with all its links. */
final class UnsubscribeCall extends ReplyCall<Outcome.Unsubscribed> {
    private final SubscriptionShard shard;
    private final SubscriptionContext context;
    private final Command.Unsubscribe command;

    UnsubscribeCall(
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
            subscription.links.values().forEach(shard.linking()::detach);
            subscription.wishes.clear();
            shard.change(new SubscriptionChange.Unsubscribed(subscription.number), changes);
            changes.afterwards(() -> context.ids().remove(subscription.id));
        }
        decided(new Outcome.Unsubscribed(subscription != null));
    }
}
