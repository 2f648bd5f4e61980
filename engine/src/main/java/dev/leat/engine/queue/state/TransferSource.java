package dev.leat.engine.queue.state;

import dev.leat.engine.shard.Ids;

/**
 * Origin of a transferred message. It tells a message that arrives twice from two messages, and leads from the origin to the current
 * position.
 *
 * @param queue the number of the queue that it left
 * @param group the number of the group that it failed in, or {@link #ALL}
 * @param at its position there
 */
public record TransferSource(long queue, int group, long at) implements Comparable<TransferSource> {

    /** In place of a group: the message left all groups at once. */
    public static final int ALL = 0;

    /** Returns whether the origin is on another shard. */
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
