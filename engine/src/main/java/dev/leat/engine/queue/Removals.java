package dev.leat.engine.queue;

import dev.leat.engine.shard.Changes;

/** Removes single messages for all groups. */
final class Removals {
    private final QueueShard shard;

    Removals(QueueShard shard) {
        this.shard = shard;
    }

    static boolean isLeased(Queue queue, long at) {
        return stands(queue, at, DeliveryState.State.LEASED);
    }

    /** Whether it may be in another queue already. */
    static boolean isMoving(Queue queue, long at) {
        return stands(queue, at, DeliveryState.State.MOVING);
    }

    private static boolean stands(Queue queue, long at, DeliveryState.State state) {
        for (Group group : queue.groups.values()) {
            DeliveryState entry = group.entry(at);
            if (entry != null && entry.state() == state) {
                return true;
            }
        }
        return false;
    }

    void remove(Queue queue, long at, EndReason ending, Changes changes) {
        shard.change(new QueueChange.Removed(queue.number, at, ending), changes);
    }

    /** Removes a dead letter, whoever has it. */
    RemoveDeadLetterCall.Found exhume(Queue queue, long at, Changes changes) {
        if (!queue.has(at)) {
            return RemoveDeadLetterCall.Found.ABSENT;
        }
        if (isMoving(queue, at)) {
            return RemoveDeadLetterCall.Found.LEAVING;
        }
        remove(queue, at, EndReason.ACKED, changes);
        return RemoveDeadLetterCall.Found.REMOVED;
    }
}
