package dev.leat.engine.queue;

import dev.leat.api.Provenance;
import dev.leat.api.QueueName;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Sends messages that failed for good to the dead-letter queue of their queue. */
final class DeadLetters {
    private final QueueShard shard;

    DeadLetters(QueueShard shard) {
        this.shard = shard;
    }

    /** What became of a message that failed for good. */
    enum Fate {
        /** It is in the dead-letter queue, or on its way there. */
        DEAD_LETTER,
        PARKED,
        DROPPED
    }

    /** @param to where it is a dead letter, if it is one */
    record Sent(Fate fate, @Nullable QueueName to) {}

    /**
     * Decides what becomes of a message that failed for good in a group, and does it.
     *
     * @param entry how it stood, with everything that it went through
     */
    Sent send(Group group, long at, Entry entry, Provenance.Reason reason, Changes changes) {
        Entry parked = new Entry(
                Entry.State.PARKED,
                entry.epoch(),
                entry.attempts(),
                entry.releases(),
                0,
                0,
                entry.firstDelivered(),
                entry.lastDelivered(),
                entry.consumer(),
                entry.redelivery(),
                reason,
                entry.bytes(),
                entry.history());
        shard.change(new Change.OfEntry(group.queue.number, group.number, at, parked), changes);
        return new Sent(Fate.PARKED, null);
    }
}
