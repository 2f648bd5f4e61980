package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Takes a link by name away. */
final class UnlinkCall extends SubscriptionCall<Outcome.Relinked> {
    private final Command.Unlink command;

    UnlinkCall(SubscriptionShard shard, Command.Unlink command, Reply<? super Outcome.Relinked> reply) {
        super(shard, command.id(), reply);
        this.command = command;
    }

    @Override
    void decide(Subscription subscription, Changes changes) {
        shard.linking().unlink(subscription.link(command.stream()), changes);
        decided(new Outcome.Relinked());
    }
}
