package dev.leat.engine.queue.state;

import dev.leat.api.GroupName;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a queue: written to the journal, and read back from it, in the same words. Each says what is now, rather than
 * how it came to be: applying one never decides.
 */
public sealed interface QueueChange {

    /** The number of the queue. */
    long queue();

    /** The queue is there, or is different now. */
    record OfQueue(long queue, QueueName name, QueueConfig config, boolean paused, long created)
            implements QueueChange {}

    record QueueRemoved(long queue) implements QueueChange {}

    /**
     * A group is there, or is different now.
     *
     * @param done what it will not see, or has settled already; null if that is as before
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
     * A message is in the queue.
     *
     * @param dedup under which it is to be found again if it comes twice; null for none
     */
    record Enqueued(
            long queue, QueuedMessage message, @Nullable String dedup, long dedupUntil) implements QueueChange {}

    /**
     * This is how a message stands in a group now.
     *
     * @param added whether its history is only what comes after the one that the group knows: the journal has no attempt twice
     */
    record OfEntry(long queue, int group, long at, DeliveryState entry, boolean added) implements QueueChange {
        public OfEntry(long queue, int group, long at, DeliveryState entry) {
            this(queue, group, at, entry, false);
        }
    }

    /** A message that failed for good in a group goes to this queue, whichever the next one goes to. */
    record Bound(long queue, int group, long at, QueueName to) implements QueueChange {}

    /** A message has ended for a group. If it has ended for all, it goes. */
    record Done(long queue, int group, long at, EndReason ending) implements QueueChange {}

    /** A message has ended for all groups, and goes. */
    record Removed(long queue, long at, EndReason ending) implements QueueChange {}

    /**
     * Everything before these places that is not done has ended, for a group or for all.
     *
     * @param group 0 for all groups: then the messages go
     * @param before the first place of each lane that is not meant
     * @param leased whether leased and parked ones as well. What is on its way to another queue stays in any case
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Purged(long queue, int group, long[] before, boolean leased) implements QueueChange {}

    /** A task is there, or further than before. */
    record OfTask(long queue, RedriveTask task) implements QueueChange {}

    record TaskRemoved(long queue, long task) implements QueueChange {}

    /** Where a message came from it is known that it has arrived: nobody will bring it again. */
    record Forgotten(long queue, TransferSource origin) implements QueueChange {}
}
