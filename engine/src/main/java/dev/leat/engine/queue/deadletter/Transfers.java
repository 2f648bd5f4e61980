package dev.leat.engine.queue.deadletter;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.delivery.Enqueuer;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.delivery.QueueSizeLimits;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.queue.state.TransferredMessage;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Usage;
import org.jspecify.annotations.Nullable;

/**
 * Transfer of messages between queues. On one shard it is one turn: the message arrives and leaves at once. To another shard it takes
 * four steps, each durable before the next:
 *
 * <ol>
 *   <li>the message is marked as moving at its origin;
 *   <li>it is enqueued at the target, which remembers its origin;
 *   <li>it ends at the origin;
 *   <li>the target forgets the origin.
 * </ol>
 *
 * If the engine stops in between, the next start repeats the second step, which recognises arrived messages, and asks for the fourth.
 */
public final class Transfers {
    private final QueueShardContext shard;
    private final Enqueuer enqueuer;
    private final Usage usage;
    private final PeerShards peers;

    public Transfers(QueueShardContext shard, Enqueuer enqueuer, Usage usage, PeerShards peers) {
        this.shard = shard;
        this.enqueuer = enqueuer;
        this.usage = usage;
        this.peers = peers;
    }

    /** Reasons for which a queue does not accept a message. */
    enum Refusal {
        MISSING("there is no such queue"),
        NO_GROUP("the group is not there any more"),
        FULL("the queue is full"),
        NO_ROOM("all that is held together would exceed its limit"),
        TOO_LARGE("it is larger than what the queue keeps"),
        SPENT("the queue has given out all the ids that it can"),
        NO_GROUPS("a fan-out queue without groups cannot send to another shard");

        final String words;

        Refusal(String words) {
            this.words = words;
        }
    }

    /** Returns why a queue of this shard does not accept a message; null if it does. */
    public static @Nullable Refusal refusal(@Nullable Queue queue, TransferredMessage arrival) {
        if (queue == null) {
            return Refusal.MISSING;
        }
        GroupName target = arrival.target();
        if (target != null && !queue.isWork() && queue.groups.get(target) == null) {
            return Refusal.NO_GROUP;
        }
        if (arrival.payload().length > QueueSizeLimits.largest(queue)) {
            return Refusal.TOO_LARGE;
        }
        if (QueueSizeLimits.isSpent(queue, arrival.priority())) {
            return Refusal.SPENT;
        }
        return QueueSizeLimits.fits(queue, 1, arrival.payload().length) ? null : Refusal.FULL;
    }

    /** Reserves bytes for a message, if {@link #refusal} returns null. Returns the reason otherwise. */
    @Nullable
    public Refusal reserve(@Nullable Queue queue, TransferredMessage arrival) {
        Refusal refusal = refusal(queue, arrival);
        if (refusal != null) {
            return refusal;
        }
        return usage.take(arrival.payload().length) ? null : Refusal.NO_ROOM;
    }

    /** Enqueues a message for which bytes were reserved, with its delivery history for the group that it is for. */
    public void arrive(Queue queue, TransferredMessage arrival, Changes changes) {
        QueuedMessage message = enqueuer.arrive(queue, arrival, changes);
        GroupName target = queue.isWork() ? GroupName.DEFAULT : arrival.target();
        Group group = target == null ? null : queue.group(target);
        if (group != null && !arrival.past().equals(TransferredMessage.DeliveryHistory.NONE)) {
            DeliveryState entry = group.untouched(message).after(arrival.past());
            shard.put(group, message.at(), entry, changes);
        }
    }

    /** Sends a message that is marked as moving to its target, once the mark is durable. */
    void ship(Transfer transfer, Changes changes) {
        changes.afterwards(() ->
                peers.force(transfer.to(), (there, turn) -> there.transfers().take(transfer, turn)));
    }

    private void take(Transfer transfer, Changes changes) {
        Queue queue = shard.table().find(transfer.to());
        if (queue != null && queue.arrivals.contains(transfer.origin())) {
            report(transfer, null, changes);
            return;
        }
        Refusal refusal = reserve(queue, transfer.arrival());
        if (queue != null && refusal == null) {
            arrive(queue, transfer.arrival(), changes);
        }
        report(transfer, refusal, changes);
    }

    private void report(Transfer transfer, @Nullable Refusal refusal, Changes changes) {
        changes.afterwards(() -> peers.force(
                transfer.from(), (there, turn) -> there.transferResults().concluded(transfer, refusal, turn)));
    }

    /** Forgets that a message arrived: its origin will not ask again. */
    public void forget(QueueName to, TransferSource origin, Changes changes) {
        Queue queue = shard.table().find(to);
        if (queue != null) {
            forget(queue, origin, changes);
        }
    }

    private void forget(Queue queue, TransferSource origin, Changes changes) {
        if (queue.arrivals.contains(origin)) {
            shard.change(new QueueChange.Forgotten(queue.number, origin), changes);
        }
    }

    /**
     * A message on its way to a queue, possibly on another shard. Its origin keeps it until it has arrived.
     *
     * @param from the queue that it leaves
     * @param origin its position there
     */
    record Transfer(QueueName from, TransferSource origin, QueueName to, TransferredMessage arrival) {}
}
