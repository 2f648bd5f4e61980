package dev.leat.engine.queue;

/** Removes what nobody wants any more: groups without consumers, messages that are too old or too many. */
final class GroupMaintenance {
    private final MessageExpiry expiry;
    private final RetentionSweep retaining;
    private final IdleGroupExpiry idling;

    GroupMaintenance(QueueShard shard) {
        this.expiry = new MessageExpiry(shard);
        this.retaining = new RetentionSweep(shard);
        this.idling = new IdleGroupExpiry(shard);
    }

    MessageExpiry expiry() {
        return expiry;
    }

    void enqueued(Queue queue, QueuedMessage message, long now) {
        expiry.enqueued(queue, message);
        retaining.watch(queue, now);
    }

    /** Other limits count, or a group is gone. */
    void watch(Queue queue, long now) {
        retaining.configured(queue, now);
        queue.groups.values().forEach(group -> idling.watch(group, now));
    }

    void watch(Group group, long now) {
        idling.watch(group, now);
    }

    /** Somebody uses a group, or did until now. */
    void touched(Group group, long now) {
        idling.touched(group, now);
    }

    /** After a start. */
    void resume(Queue queue, long now) {
        expiry.resume(queue);
        watch(queue, now);
    }
}
