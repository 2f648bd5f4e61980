package dev.leat.engine.queue;

import dev.leat.engine.shard.Changes;

/** Removes single messages for all groups. */
final class Cancelling {
    private final QueueShard shard;

    Cancelling(QueueShard shard) {
        this.shard = shard;
    }

    static boolean isLeased(Queue queue, long at) {
        return stands(queue, at, Entry.State.LEASED);
    }

    /** Whether it may be in another queue already. */
    static boolean isMoving(Queue queue, long at) {
        return stands(queue, at, Entry.State.MOVING);
    }

    private static boolean stands(Queue queue, long at, Entry.State state) {
        for (Group group : queue.groups.values()) {
            Entry entry = group.entry(at);
            if (entry != null && entry.state() == state) {
                return true;
            }
        }
        return false;
    }

    void remove(Queue queue, long at, Ending ending, Changes changes) {
        shard.change(new Change.Removed(queue.number, at, ending), changes);
    }

    /** Removes a dead letter, whoever has it. */
    Exhumation.Found exhume(Queue queue, long at, Changes changes) {
        if (!queue.has(at)) {
            return Exhumation.Found.ABSENT;
        }
        if (isMoving(queue, at)) {
            return Exhumation.Found.LEAVING;
        }
        remove(queue, at, Ending.ACKED, changes);
        return Exhumation.Found.REMOVED;
    }
}
