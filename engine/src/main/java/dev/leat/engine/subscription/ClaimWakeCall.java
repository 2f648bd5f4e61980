package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.Objects;

/** Gives the wake of a subscription to a worker. It need not have been announced yet. */
final class ClaimWakeCall extends SubscriptionCall<Outcome.Claimed> {

    /** Who has the wake of a subscription whose webhook was called. */
    private static final String WEBHOOK = "webhook";

    private final Command.Claim command;

    ClaimWakeCall(SubscriptionShard shard, Command.Claim command, Reply<? super Outcome.Claimed> reply) {
        super(shard, command.id(), reply);
        this.command = command;
    }

    @Override
    void decide(Subscription subscription, Changes changes) {
        WakeState stance = subscription.stance;
        if (stance.phase() != WakePhase.IDLE && stance.phase() != WakePhase.CALLED) {
            String holder = Objects.requireNonNullElse(stance.holder(), WEBHOOK);
            rejected(new Rejection.WakeClaimed(holder, subscription.generation));
            return;
        }
        shard.linking().refreshStirred(subscription, changes);
        if (!subscription.pending.isEmpty()) {
            decided(new Outcome.Claimed(
                    shard.waking().claim(subscription, command.worker(), changes), subscription.config.lease()));
            return;
        }
        if (!subscription.isIdle()) {
            shard.waking().finish(subscription, changes); // what it woke for is gone, with its stream
        }
        rejected(new Rejection.NothingPending(command.id()));
    }
}
