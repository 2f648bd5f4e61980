package dev.leat.engine.subscription;

import dev.leat.api.Outcome;
import dev.leat.api.Query;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;

/** Says what is known of a subscription. */
final class InfoCall extends SubscriptionCall<Outcome.SubscriptionInfo> {

    InfoCall(SubscriptionShard shard, Query.Subscription query, Reply<? super Outcome.SubscriptionInfo> reply) {
        super(shard, query.id(), reply);
    }

    @Override
    void decide(Subscription subscription, Changes changes) {
        decided(subscription.info());
    }
}
