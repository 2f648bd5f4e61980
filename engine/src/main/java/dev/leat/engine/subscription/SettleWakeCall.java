package dev.leat.engine.subscription;

import dev.leat.api.Ack;
import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Moves cursors, all or none, and finishes the wake or extends its lease. */
final class SettleWakeCall extends WakeCall {
    private final Command.Settle command;

    SettleWakeCall(SubscriptionShard shard, Command.Settle command, Reply<? super Outcome.Settled> reply) {
        super(shard, command.id(), command.wakeId(), command.generation(), reply);
        this.command = command;
    }

    @Override
    void settle(Subscription subscription, Changes changes) {
        for (Ack ack : command.acks()) {
            Rejection rejection = flaw(ack, subscription.link(ack.stream()));
            if (rejection != null) {
                rejected(rejection);
                return;
            }
        }
        shard.waking().ack(subscription, cursors(subscription), changes);
        if (command.done()) {
            finish(subscription, changes);
        } else {
            shard.waking().extend(subscription, changes);
            decided(new Outcome.Settled(false));
        }
    }

    private static @Nullable Rejection flaw(Ack ack, @Nullable StreamLink link) {
        if (link == null) {
            return new Rejection.AckOutOfRange(ack.stream(), "the subscription is not about that stream");
        }
        long position = ack.offset().position();
        if (position < link.acked) {
            return new Rejection.AckOutOfRange(ack.stream(), "the cursor is further already");
        }
        return position > link.tail()
                ? new Rejection.AckOutOfRange(ack.stream(), "it lies beyond the stream's tail")
                : null;
    }

    /** A stream that is named more than once goes to the furthest place. */
    private List<LinkPosition> cursors(Subscription subscription) {
        Map<Long, Long> furthest = new LinkedHashMap<>();
        for (Ack ack : command.acks()) {
            StreamLink link = Objects.requireNonNull(subscription.link(ack.stream()));
            if (ack.offset().position() > link.acked) {
                furthest.merge(link.number, ack.offset().position(), Math::max);
            }
        }
        return furthest.entrySet().stream()
                .map(entry -> new LinkPosition(entry.getKey(), entry.getValue()))
                .toList();
    }
}
