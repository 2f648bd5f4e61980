package dev.leat.engine.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Shard;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the links that a subscription still wishes for, as many as fit into one turn, and then goes on in the next. Whoever
 * wished for them is answered at the end: a subscription that was confirmed has all its links.
 */
final class GrantCall<O> extends Call {
    private final Shard home;
    private final SubscriptionShard shard;
    private final Subscription subscription;
    private final Supplier<O> outcome;
    private final Reply<? super O> reply;
    private @Nullable O answer;

    GrantCall(
            Shard home,
            SubscriptionShard shard,
            Subscription subscription,
            Supplier<O> outcome,
            Reply<? super O> reply) {
        this.home = home;
        this.shard = shard;
        this.subscription = subscription;
        this.outcome = outcome;
        this.reply = reply;
    }

    @Override
    protected void decide(Changes changes) {
        if (subscription.gone || shard.linking().grant(subscription, changes)) {
            shard.waking().look(subscription, changes);
            answer = outcome.get();
        }
    }

    @Override
    protected void answer() {
        O now = answer;
        if (now == null) {
            home.force(new GrantCall<>(home, shard, subscription, outcome, reply));
        } else {
            reply.answered(now);
        }
    }

    @Override
    protected void refuse(Rejection rejection) {
        reply.refused(rejection);
    }
}
