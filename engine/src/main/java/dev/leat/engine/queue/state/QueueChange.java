package dev.leat.engine.queue.state;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import org.jspecify.annotations.Nullable;

/** A change of a queue, as it is written to the journal and replayed. It states a result, not a request: applying it decides nothing. */
public sealed interface QueueChange {

    /** Returns the number of the queue. */
    long queue();

    /** Creates or reconfigures a queue. */
    record OfQueue(long queue, QueueName name, QueueConfig config, boolean paused, long created)
            implements QueueChange {}

    record QueueRemoved(long queue) implements QueueChange {}

    /**
     * Creates or changes a group.
     *
     * @param done the messages that the group skips or has settled; null for no change
     */
    record OfGroup(
            long queue,
            int group,
            GroupName name,
            String start,
            boolean paused,
            long created,
            @Nullable PositionSet done)
            implements QueueChange {}

    record GroupRemoved(long queue, int group) implements QueueChange {}

    /**
     * Adds a message.
     *
     * @param dedup the key in the deduplication window; null for none
     */
    record Enqueued(
            long queue, QueuedMessage message, @Nullable String dedup, long dedupUntil) implements QueueChange {}

    /**
     * Sets the state of a message in a group.
     *
     * @param added whether the history contains only new attempts, so that the journal has no attempt twice
     */
    record OfEntry(long queue, int group, long at, DeliveryState entry, boolean added) implements QueueChange {
        public OfEntry(long queue, int group, long at, DeliveryState entry) {
            this(queue, group, at, entry, false);
        }
    }

    /** Binds a failed message of a group to a dead-letter queue, whatever is configured later. */
    record Bound(long queue, int group, long at, QueueName to) implements QueueChange {}

    /** Ends a message for a group. If it has ended for all groups, it is removed. */
    record Done(long queue, int group, long at, RemovalReason reason) implements QueueChange {}

    /** Ends a message for all groups, and removes it. */
    record Removed(long queue, long at, RemovalReason reason) implements QueueChange {}

    /**
     * Ends all messages before these positions that are not done.
     *
     * @param group 0 for all groups: then the messages are removed
     * @param before the first position of each lane that stays
     * @param leased whether leased and parked messages end too. Moving messages stay in any case
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Purged(long queue, int group, long[] before, boolean leased) implements QueueChange {}

    /** Adds or advances a redrive task. */
    record OfTask(long queue, RedriveTask task) implements QueueChange {}

    record TaskRemoved(long queue, long task) implements QueueChange {}

    /** Removes the origin of an arrived message: it is not sent again. */
    record Forgotten(long queue, TransferSource origin) implements QueueChange {}
}
