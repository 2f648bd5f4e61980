package dev.leat.engine.queue.delivery;

import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Groups and queues with waiting calls to serve before the turn ends, or in the next turn. */
public final class WakeList {
    private final ArrayDeque<Group> groups = new ArrayDeque<>();
    private final ArrayDeque<Queue> queues = new ArrayDeque<>();
    private final List<Group> nextGroups = new ArrayList<>();
    private final List<Queue> nextQueues = new ArrayList<>();

    /** Adds a group that may have a message for the receives that wait. */
    public void groupReady(Group group) {
        if (!group.wakePending && !group.waiters.isEmpty()) {
            group.wakePending = true;
            groups.add(group);
        }
    }

    /** Adds a queue that may have room for the enqueues that wait. */
    public void roomFreed(Queue queue) {
        if (!queue.wakePending && !queue.enqueueWaiters.isEmpty()) {
            queue.wakePending = true;
            queues.add(queue);
        }
    }

    /** Continues the search for a message in the next turn. */
    void resumeNextTurn(Group group) {
        nextGroups.add(group);
    }

    /** Continues the search for messages to drop in the next turn. */
    void resumeNextTurn(Queue queue) {
        nextQueues.add(queue);
    }

    /** Moves what the last turn left into this turn. */
    public void beginTurn() {
        nextGroups.forEach(this::groupReady);
        nextGroups.clear();
        nextQueues.forEach(this::roomFreed);
        nextQueues.clear();
    }

    /** Returns whether nothing is to be served in this turn. */
    public boolean isEmpty() {
        return groups.isEmpty() && queues.isEmpty();
    }

    /** Returns whether something is to be served in this turn or the next. */
    public boolean hasWork() {
        return !isEmpty() || !nextGroups.isEmpty() || !nextQueues.isEmpty();
    }

    /** Removes the next queue; null for none. */
    @Nullable
    Queue nextQueue() {
        Queue queue = queues.poll();
        if (queue != null) {
            queue.wakePending = false;
        }
        return queue;
    }

    /** Removes the next group. The caller clears its mark after serving it. */
    public Group nextGroup() {
        return groups.remove();
    }
}
