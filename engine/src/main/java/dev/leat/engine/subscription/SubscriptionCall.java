package dev.leat.engine.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.SubscriptionId;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/** A call about a subscription that has to be there. */
abstract class SubscriptionCall<O> extends ReplyCall<O> {
    final SubscriptionShard shard;
    private final SubscriptionId id;

    SubscriptionCall(SubscriptionShard shard, SubscriptionId id, Reply<? super O> reply) {
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
