package dev.leat.engine.queue.state;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Changes since the last checkpoint, row by row. A message that was enqueued and removed since then leaves no row. */
public final class DirtyTracker {
    private Set<Queue> queues = new LinkedHashSet<>();
    private Set<Group> groups = new LinkedHashSet<>();
    private List<Queue> removedQueues = new ArrayList<>();
    private List<Group> removedGroups = new ArrayList<>();

    /** Changes of one queue. */
    public static final class OfQueue {
        public PositionSet goneMessages = new PositionSet();
        public List<Map.Entry<String, DedupWindow.First>> dedups = new ArrayList<>();
        public Set<Long> tasks = new HashSet<>();
        public final Set<Long> storedTasks = new HashSet<>();

        /** The earliest expiry of the dedup ids in the store. */
        public long firstDedup = Long.MAX_VALUE;
    }

    /** Changes of one group. */
    public static final class OfGroup {
        public Set<Long> entries = new HashSet<>();
        public final Set<Long> storedEntries = new HashSet<>();

        /** Whether all entries in the store are obsolete. */
        public boolean moved;
    }

    public void changed(Queue queue) {
        queues.add(queue);
    }

    public void removed(Queue queue) {
        queues.remove(queue);
        queue.groups.values().forEach(groups::remove);
        if (queue.stored) {
            removedQueues.add(queue);
        }
    }

    public void changed(Group group) {
        groups.add(group);
    }

    /** Marks all entries of a group as obsolete, after the group moved. */
    public void moved(Group group) {
        group.dirty.moved = true;
        changed(group);
    }

    public void removed(Group group) {
        groups.remove(group);
        if (group.stored) {
            removedGroups.add(group);
        }
    }

    public void enqueued(Queue queue, QueueChange.Enqueued enqueued) {
        if (enqueued.dedup() != null) {
            QueuedMessage message = enqueued.message();
            DedupWindow.First first = new DedupWindow.First(message.id(), message.seq(), enqueued.dedupUntil());
            queue.dirty.dedups.add(Map.entry(enqueued.dedup(), first));
        }
        changed(queue);
    }

    public void changed(Group group, long at) {
        group.dirty.entries.add(at);
        changed(group);
    }

    /** Marks an entry as removed. An entry that the store does not have needs no row for that. */
    public void done(Group group, long at) {
        if (group.dirty.storedEntries.contains(at)) {
            group.dirty.entries.add(at);
        } else {
            group.dirty.entries.remove(at);
        }
        changed(group);
    }

    /** @param stored whether the store has the message, or a running checkpoint writes it */
    public void dropped(Queue queue, long at, boolean stored) {
        if (stored) {
            queue.dirty.goneMessages.add(at);
        }
        changed(queue);
    }

    public void dropped(Queue queue, PositionSet stored) {
        queue.dirty.goneMessages.addAll(stored);
        changed(queue);
    }

    public void changed(Queue queue, RedriveTask task) {
        queue.dirty.tasks.add(task.number());
        changed(queue);
    }

    public void removed(Queue queue, long task) {
        queue.dirty.tasks.add(task);
        changed(queue);
    }

    /** Everything that has changed since the last checkpoint. */
    public record Changed(Set<Queue> queues, Set<Group> groups, List<Queue> removedQueues, List<Group> removedGroups) {
        public boolean isEmpty() {
            return queues.isEmpty() && groups.isEmpty() && removedQueues.isEmpty() && removedGroups.isEmpty();
        }
    }

    /** Returns what has changed, and starts anew. */
    public Changed take() {
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
