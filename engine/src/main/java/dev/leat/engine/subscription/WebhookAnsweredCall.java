package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;
import java.util.List;

/** Takes what a webhook answered. */
final class WebhookAnsweredCall extends WakeCall {
    private final Command.WebhookAnswered.Answer answer;

    WebhookAnsweredCall(
            SubscriptionShard shard, Command.WebhookAnswered command, Reply<? super Outcome.Settled> reply) {
        super(shard, command.id(), command.wakeId(), command.generation(), reply);
        this.answer = command.answer();
    }

    @Override
    void settle(Subscription subscription, Changes changes) {
        switch (answer) {
            case DONE -> {
                ackShown(subscription, changes);
                finish(subscription, changes);
            }
            case ACCEPTED -> {
                shard.waking().extend(subscription, changes);
                decided(new Outcome.Settled(false));
            }
            case FAILED -> {
                if (subscription.stance.phase()
                        == WakePhase.POSTING) { // else the worker has called back: it got the wake
                    shard.waking().retryLater(subscription, changes);
                }
                decided(new Outcome.Settled(false));
            }
        }
    }

    private void ackShown(Subscription subscription, Changes changes) {
        List<LinkPosition> cursors = new ArrayList<>();
        for (StreamLink link : subscription.shown) {
            if (link.shown > link.acked) {
                cursors.add(new LinkPosition(link.number, link.shown));
            }
        }
        shard.waking().ack(subscription, cursors, changes);
    }
}
