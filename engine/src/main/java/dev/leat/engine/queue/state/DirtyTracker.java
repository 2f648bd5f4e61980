package dev.leat.engine.queue.state;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has changed since the last checkpoint, row by row. A message that comes and goes between two of them leaves no trace. */
public final class DirtyTracker {
    private Set<Queue> queues = new LinkedHashSet<>();
    private Set<Group> groups = new LinkedHashSet<>();
    private List<Queue> removedQueues = new ArrayList<>();
    private List<Group> removedGroups = new ArrayList<>();

    /** What is dirty within a queue. */
    public static final class OfQueue {
        public PositionSet goneMessages = new PositionSet();
        public List<Map.Entry<String, DedupWindow.First>> dedups = new ArrayList<>();
        public Set<Long> tasks = new HashSet<>();
        public final Set<Long> storedTasks = new HashSet<>();

        /** The first moment at which one of the dedup ids in the store is forgotten. */
        public long firstDedup = Long.MAX_VALUE;
    }

    /** What is dirty within a group. */
    public static final class OfGroup {
        public Set<Long> entries = new HashSet<>();
        public final Set<Long> storedEntries = new HashSet<>();

        /** Whether none of the entries in the store counts any more. */
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

    /** Its entries are gone, and what it has done is another set. */
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
            DedupWindow.First first = new DedupWindow.First(message.key(), message.seq(), enqueued.dedupUntil());
            queue.dirty.dedups.add(Map.entry(enqueued.dedup(), first));
        }
        changed(queue);
    }

    public void changed(Group group, long at) {
        group.dirty.entries.add(at);
        changed(group);
    }

    /** An entry that the store does not have needs no row to say that it is gone. */
    public void done(Group group, long at) {
        if (group.dirty.storedEntries.contains(at)) {
            group.dirty.entries.add(at);
        } else {
            group.dirty.entries.remove(at);
        }
        changed(group);
    }

    /** @param stored whether the store has its message, or is about to */
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
