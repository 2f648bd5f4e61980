package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Ends a wake without having processed anything more. */
final class ReleaseWakeCall extends WakeCall {

    ReleaseWakeCall(SubscriptionShard shard, Command.ReleaseWake command, Reply<? super Outcome.Settled> reply) {
        super(shard, command.id(), command.wakeId(), command.generation(), reply);
    }

    @Override
    void settle(Subscription subscription, Changes changes) {
        finish(subscription, changes);
    }
}
