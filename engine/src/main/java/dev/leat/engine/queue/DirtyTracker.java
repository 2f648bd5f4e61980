package dev.leat.engine.queue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has changed since the last checkpoint, row by row. A message that comes and goes between two of them leaves no trace. */
final class DirtyTracker {
    private Set<Queue> queues = new LinkedHashSet<>();
    private Set<Group> groups = new LinkedHashSet<>();
    private List<Queue> removedQueues = new ArrayList<>();
    private List<Group> removedGroups = new ArrayList<>();

    /** What is dirty within a queue. */
    static final class OfQueue {
        PositionSet goneMessages = new PositionSet();
        List<Map.Entry<String, DedupWindow.First>> dedups = new ArrayList<>();
        Set<Long> tasks = new HashSet<>();
        final Set<Long> storedTasks = new HashSet<>();

        /** The first moment at which one of the dedup ids in the store is forgotten. */
        long firstDedup = Long.MAX_VALUE;
    }

    /** What is dirty within a group. */
    static final class OfGroup {
        Set<Long> entries = new HashSet<>();
        final Set<Long> storedEntries = new HashSet<>();

        /** Whether none of the entries in the store counts any more. */
        boolean moved;
    }

    void changed(Queue queue) {
        queues.add(queue);
    }

    void removed(Queue queue) {
        queues.remove(queue);
        queue.groups.values().forEach(groups::remove);
        if (queue.stored) {
            removedQueues.add(queue);
        }
    }

    void changed(Group group) {
        groups.add(group);
    }

    /** Its entries are gone, and what it has done is another set. */
    void moved(Group group) {
        group.dirt.moved = true;
        changed(group);
    }

    void removed(Group group) {
        groups.remove(group);
        if (group.stored) {
            removedGroups.add(group);
        }
    }

    void enqueued(Queue queue, QueueChange.Enqueued enqueued) {
        if (enqueued.dedup() != null) {
            QueuedMessage message = enqueued.message();
            DedupWindow.First first = new DedupWindow.First(message.key(), message.seq(), enqueued.dedupUntil());
            queue.dirt.dedups.add(Map.entry(enqueued.dedup(), first));
        }
        changed(queue);
    }

    void changed(Group group, long at) {
        group.dirt.entries.add(at);
        changed(group);
    }

    /** An entry that the store does not have needs no row to say that it is gone. */
    void done(Group group, long at) {
        if (group.dirt.storedEntries.contains(at)) {
            group.dirt.entries.add(at);
        } else {
            group.dirt.entries.remove(at);
        }
        changed(group);
    }

    /** @param stored whether the store has its message, or is about to */
    void dropped(Queue queue, long at, boolean stored) {
        if (stored) {
            queue.dirt.goneMessages.add(at);
        }
        changed(queue);
    }

    void dropped(Queue queue, PositionSet stored) {
        queue.dirt.goneMessages.addAll(stored);
        changed(queue);
    }

    void changed(Queue queue, RedriveTask task) {
        queue.dirt.tasks.add(task.number());
        changed(queue);
    }

    void removed(Queue queue, long task) {
        queue.dirt.tasks.add(task);
        changed(queue);
    }

    /** Everything that has changed since the last checkpoint. */
    record Changed(
            Set<Queue> queues, Set<Group> groups, List<Queue> removedQueues, List<Group> removedGroups) {
        boolean isEmpty() {
            return queues.isEmpty() && groups.isEmpty() && removedQueues.isEmpty() && removedGroups.isEmpty();
        }
    }

    /** Returns what has changed, and starts anew. */
    Changed take() {
        Changed changed = new Changed(queues, groups, removedQueues, removedGroups);
        if (!changed.isEmpty()) {
            queues = new LinkedHashSet<>();
            groups = new LinkedHashSet<>();
            removedQueues = new ArrayList<>();
            removedGroups = new ArrayList<>();
        }
        return changed;
    }
}
