package dev.leat.engine.queue.state;

import dev.leat.engine.shard.Ids;

/**
 * Where a message was before it moved here: a queue that it failed in, or one whose dead letter it was. It tells a message that
 * arrives twice from two messages, and leads from where a message was to where it is.
 *
 * @param queue the number of the queue
 * @param group the number of the group that it failed in, or {@link #ALL}
 * @param at its place there
 */
public record TransferSource(long queue, int group, long at) implements Comparable<TransferSource> {

    /** Instead of a group: it left all of them at once. */
    public static final int ALL = 0;

    /** Whether it was a queue of another shard. */
    boolean isElsewhere(long from) {
        return Ids.shardOf(queue) != Ids.shardOf(from);
    }

    @Override
    public int compareTo(TransferSource other) {
        int order = Long.compare(queue, other.queue);
        order = order != 0 ? order : Long.compare(at, other.at);
        return order != 0 ? order : Integer.compare(group, other.group);
    }
}
