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
        shard.change(new Change.Removed(queue.number, at, ending, bytes(queue, at)), changes);
    }

    /** How long a message is; of one that is not in memory nothing is known, and it counts until those around it are gone. */
    static int bytes(Queue queue, long at) {
        Message message = queue.hot.get(at);
        if (message != null) {
            return message.bytes();
        }
        for (Group group : queue.groups.values()) {
            Entry entry = group.entry(at);
            if (entry != null) {
                return entry.bytes();
            }
        }
        return 0;
    }

    /** Some are removed: keys are free, and there is room. */
    void removed(Queue queue, Changes changes) {
        queue.groups.values().forEach(group -> shard.waiting().stirred(group, changes));
        shard.waiting().roomMade(queue, changes);
    }
}
