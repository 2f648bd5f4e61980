package dev.leat.engine.subscription;

import dev.leat.api.Outcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.SubscriptionId;
import dev.leat.engine.shard.Changes;

/** A call of whoever has the wake. Those that had an earlier one are fenced off. */
abstract class WakeCall extends SubscriptionCall<Outcome.Settled> {
    private final String wakeId;
    private final long generation;

    WakeCall(
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
        decided(new Outcome.Settled(shard.waking().finish(subscription, changes)));
    }
}
