package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Shard;
import org.jspecify.annotations.Nullable;

/** Links streams by name. */
final class LinkCall extends SubscriptionCall<Outcome.Relinked> {
    private final Shard home;
    private final Command.Link command;
    private final Reply<? super Outcome.Relinked> reply;
    private @Nullable Subscription wishing;

    LinkCall(Shard home, SubscriptionShard shard, Command.Link command, Reply<? super Outcome.Relinked> reply) {
        super(shard, command.id(), reply);
        this.home = home;
        this.command = command;
        this.reply = reply;
    }

    @Override
    void decide(Subscription subscription, Changes changes) {
        command.streams().forEach(path -> shard.linking().wish(subscription, path));
        if (!shard.linking().grant(subscription, changes)) {
            wishing = subscription;
        }
        decided(new Outcome.Relinked());
    }

    @Override
    protected void answer() {
        Subscription unfinished = wishing;
        if (unfinished == null) {
            super.answer();
        } else {
            home.force(new GrantCall<>(home, shard, unfinished, Outcome.Relinked::new, reply));
        }
    }
}
