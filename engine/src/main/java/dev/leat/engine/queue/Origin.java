package dev.leat.engine.queue;

/**
 * Where a message was before it moved here: a queue that it failed in, or one whose dead letter it was. It tells a message that
 * arrives twice from two messages, and leads from where a message was to where it is.
 *
 * @param queue the number of the queue
 * @param group the number of the group that it failed in
 * @param at its place there
 */
record Origin(long queue, int group, long at) implements Comparable<Origin> {

    @Override
    public int compareTo(Origin other) {
        int order = Long.compare(queue, other.queue);
        order = order != 0 ? order : Long.compare(at, other.at);
        return order != 0 ? order : Integer.compare(group, other.group);
    }
}
