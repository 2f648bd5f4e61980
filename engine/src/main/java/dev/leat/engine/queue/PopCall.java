package dev.leat.engine.queue;

import dev.leat.api.Delivery;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import java.util.Objects;

/** Takes messages out of a work queue for good, as if they were received and acked. */
final class PopCall extends FetchCall {
    private static final String NOBODY = "pop";

    private final QueueCommand.Pop command;

    PopCall(QueueShard shard, QueueCommand.Pop command, Reply<? super QueueOutcome.Received> reply) {
        super(shard, command.queue(), reply);
        this.command = command;
    }

    @Override
    void decide(Queue queue, Changes changes) {
        Group group = queue.isWork() ? queue.group(null) : null;
        if (group == null) {
            rejected(new Rejection.BadArgument("messages are popped from work queues; " + name + " is none"));
        } else {
            take(group, null, Duration.ZERO, changes);
        }
    }

    @Override
    public FetchResult grant(Group group, Changes changes) {
        FetchResult haul = new FetchResult();
        boolean goOn = !group.isPaused();
        haul.throttled = !goOn && next(group, changes) != ReadySelector.NONE;
        while (goOn && haul.hasRoom(command.max())) {
            long at = next(group, changes);
            haul.later = at == ReadySelector.LATER;
            goOn = at >= 0;
            if (goOn) {
                haul.add(pop(group, Objects.requireNonNull(group.queue.hot.get(at)), changes));
            }
        }
        return haul;
    }

    private long next(Group group, Changes changes) {
        return switch (command.side()) {
            case HEAD -> shard.picking().next(group, -1, changes);
            case TAIL -> shard.picking().last(group, changes);
        };
    }

    private Delivery pop(Group group, QueuedMessage message, Changes changes) {
        DeliveryState known = group.entry(message.at());
        DeliveryState before = known == null ? DeliveryState.untouched(group, message) : known;
        long now = changes.time();
        Delivery delivery =
                shard.granting().delivery(group, message, before.leased(NOBODY, now, now, before.redelivery()));
        shard.change(new QueueChange.Done(group.queue.number, group.number, message.at(), EndReason.POPPED), changes);
        return delivery;
    }
}
