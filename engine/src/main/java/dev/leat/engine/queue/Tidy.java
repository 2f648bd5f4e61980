package dev.leat.engine.queue;

/** Removes what nobody wants any more: groups without consumers, messages that are too old or too many. */
final class Tidy {
    private final Expiry expiry;
    private final Retaining retaining;
    private final Idling idling;

    Tidy(QueueShard shard) {
        this.expiry = new Expiry(shard);
        this.retaining = new Retaining(shard);
        this.idling = new Idling(shard);
    }

    Expiry expiry() {
        return expiry;
    }

    void enqueued(Queue queue, Message message, long now) {
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
