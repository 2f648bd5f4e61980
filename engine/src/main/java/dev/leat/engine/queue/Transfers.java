package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueName;
import dev.leat.engine.shard.Changes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages to other queues. On the same shard that is one turn: the message arrives and leaves at once. To another shard it
 * takes four steps, each durable before the next:
 *
 * <ol>
 *   <li>the message is marked as moving where it is;
 *   <li>it is enqueued where it goes, and it is remembered there that it has arrived;
 *   <li>it ends where it was;
 *   <li>it is forgotten where it went that it has arrived.
 * </ol>
 *
 * If the engine stops in between, the next start repeats the second step, which knows what has arrived, and asks for the fourth.
 */
final class Transfers {
    private final QueueShard shard;

    Transfers(QueueShard shard) {
        this.shard = shard;
    }

    /** Why a queue does not take a message. */
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

    /** Why a queue of this shard would not take a message; null if it would. */
    static @Nullable Refusal refusal(@Nullable Queue queue, TransferredMessage arrival) {
        if (queue == null) {
            return Refusal.MISSING;
        }
        GroupName target = arrival.target();
        if (target != null && !queue.isWork() && queue.groups.get(target) == null) {
            return Refusal.NO_GROUP;
        }
        if (arrival.payload().length > Capacity.largest(queue)) {
            return Refusal.TOO_LARGE;
        }
        if (Capacity.isSpent(queue, arrival.priority())) {
            return Refusal.SPENT;
        }
        return Capacity.fits(queue, 1, arrival.payload().length) ? null : Refusal.FULL;
    }

    /** As {@link #refusal}; and if there is none, room was taken in what all queues share. */
    @Nullable
    Refusal reserve(@Nullable Queue queue, TransferredMessage arrival) {
        Refusal refusal = refusal(queue, arrival);
        if (refusal != null) {
            return refusal;
        }
        return shard.context().usage().take(arrival.payload().length) ? null : Refusal.NO_ROOM;
    }

    /** The message is in the queue, for which room was taken, and whoever it is for knows what it went through. */
    void arrive(Queue queue, TransferredMessage arrival, Changes changes) {
        QueuedMessage message = shard.intake().arrive(queue, arrival, changes);
        GroupName target = queue.isWork() ? GroupName.DEFAULT : arrival.target();
        Group group = target == null ? null : queue.group(target);
        if (group != null && !arrival.past().equals(TransferredMessage.DeliveryHistory.NONE)) {
            DeliveryState entry = DeliveryState.untouched(group, message).after(arrival.past());
            shard.change(new QueueChange.OfEntry(queue.number, group.number, message.at(), entry), changes);
        }
    }

    /** Brings a message that is marked as moving to where it goes, once the mark is durable. */
    void ship(Transfer parcel, Changes changes) {
        changes.afterwards(() -> shard.context()
                .router()
                .force(parcel.to(), (there, turn) -> there.transfers().take(parcel, turn)));
    }

    private void take(Transfer parcel, Changes changes) {
        Queue queue = shard.table().find(parcel.to());
        if (queue != null && queue.arrivals.contains(parcel.origin())) {
            tell(parcel, null, changes);
            return;
        }
        Refusal refusal = reserve(queue, parcel.arrival());
        if (queue != null && refusal == null) {
            arrive(queue, parcel.arrival(), changes);
        }
        tell(parcel, refusal, changes);
    }

    private void tell(Transfer parcel, @Nullable Refusal refusal, Changes changes) {
        changes.afterwards(() -> shard.context()
                .router()
                .force(parcel.from(), (there, turn) -> there.transfers().told(parcel, refusal, turn)));
    }

    /** What became of a message on its way is known now. */
    private void told(Transfer parcel, @Nullable Refusal refusal, Changes changes) {
        TransferSource origin = parcel.origin();
        Group group = whereMoving(origin);
        DeliveryState entry = group == null ? null : group.entry(origin.at());
        if (group != null && entry != null) {
            if (entry.task() > 0) {
                shard.redrives().told(group.queue, entry.task(), origin.at(), parcel.to(), refusal, changes);
            } else {
                shard.deadLetters().told(group, origin.at(), entry, parcel, refusal, changes);
            }
        }
        if (refusal == null) {
            forget(parcel.to(), origin, changes);
        }
    }

    /** Where a message has gone nobody will ask again whether it has arrived. */
    private void forget(QueueName to, TransferSource origin, Changes changes) {
        changes.afterwards(() -> shard.context().router().force(to, (there, turn) -> {
            Queue queue = there.table().find(to);
            if (queue != null) {
                there.transfers().forget(queue, origin, turn);
            }
        }));
    }

    private void forget(Queue queue, TransferSource origin, Changes changes) {
        if (queue.arrivals.contains(origin)) {
            shard.change(new QueueChange.Forgotten(queue.number, origin), changes);
        }
    }

    /** After a start: goes on with what is on its way, and asks about what has arrived whether that is known where it was. */
    void resume(Queue queue, Changes changes) {
        for (Group group : queue.groups.values()) {
            if (group.count(DeliveryState.State.MOVING) > 0) {
                Map.copyOf(group.entries).forEach((at, entry) -> resume(group, at, entry, changes));
            }
        }
        for (TransferSource origin : queue.arrivals) {
            changes.afterwards(() -> shard.context()
                    .router()
                    .forceHome(
                            origin.queue(), (there, turn) -> there.transfers().asked(queue.name, origin, turn)));
        }
    }

    private void resume(Group group, long at, DeliveryState entry, Changes changes) {
        if (entry.state() == DeliveryState.State.MOVING && entry.task() > 0) {
            shard.redrives().resume(group, at, entry, changes);
        } else if (entry.state() == DeliveryState.State.MOVING) {
            shard.deadLetters().resume(group, at, changes);
        }
    }

    private void asked(QueueName to, TransferSource origin, Changes changes) {
        if (whereMoving(origin) == null) {
            forget(to, origin, changes);
        }
    }

    /** The group in which a message is marked as moving; null if there is none. A redrive moves it for all groups. */
    private @Nullable Group whereMoving(TransferSource origin) {
        Queue queue = shard.table().find(origin.queue());
        if (queue == null) {
            return null;
        }
        for (Group group : queue.groups.values()) {
            DeliveryState entry = group.entry(origin.at());
            boolean meant = origin.group() == TransferSource.ALL || origin.group() == group.number;
            if (meant && entry != null && entry.state() == DeliveryState.State.MOVING) {
                return group;
            }
        }
        return null;
    }

    /**
     * A message on its way to a queue that may be on another shard. The one it leaves keeps it until it has arrived.
     *
     * @param from the queue that it leaves
     * @param origin its place there
     */
    record Transfer(QueueName from, TransferSource origin, QueueName to, TransferredMessage arrival) {}
}
