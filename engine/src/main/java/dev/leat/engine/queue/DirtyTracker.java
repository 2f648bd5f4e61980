package dev.leat.engine.queue;

import dev.leat.engine.shard.CheckpointPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What has changed since the last checkpoint, row by row. A message that comes and goes between two of them leaves no trace. */
final class DirtyTracker {
    private final int shard;
    private final Consumer<List<CheckpointRows.Taken>> onStored;
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

    /** @param onStored is told, on the thread that writes, of the messages that the store has now */
    DirtyTracker(int shard, Consumer<List<CheckpointRows.Taken>> onStored) {
        this.shard = shard;
        this.onStored = onStored;
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

    /** The rows as they are now. Nothing is left to take until something changes again. */
    CheckpointPart take(long next, long time) {
        if (queues.isEmpty() && groups.isEmpty() && removedQueues.isEmpty() && removedGroups.isEmpty()) {
            return CheckpointPart.NOTHING;
        }
        CheckpointRows rows = new CheckpointRows(onStored);
        rows.put(QueueKeys.next(shard), QueueRow.Next.bytes(next));
        removedQueues.forEach(queue -> rows.remove(queue.number));
        removedGroups.forEach(group -> rows.remove(group.queue.number, group.number));
        queues.forEach(queue -> take(queue, time, rows));
        groups.forEach(group -> take(group, rows));
        queues = new LinkedHashSet<>();
        groups = new LinkedHashSet<>();
        removedQueues = new ArrayList<>();
        removedGroups = new ArrayList<>();
        return rows;
    }

    private static void take(Queue queue, long time, CheckpointRows rows) {
        OfQueue dirt = queue.dirt;
        queue.stored = true;
        rows.put(QueueKeys.queue(queue.number), QueueRow.OfQueue.bytes(queue));
        queue.weights.capture((block, sizes) -> {
            byte[] key = QueueKeys.weights(queue.number, block);
            if (sizes == null) {
                rows.remove(key);
            } else {
                rows.putWeights(key, sizes);
            }
        });
        rows.removeMessages(queue.number, dirt.goneMessages);
        rows.putMessages(queue, queue.hot.take());
        if (queue.expiredBefore > 0) {
            rows.removeExpiries(queue.number, queue.expiredBefore);
            queue.overdue.forEach((at, since) -> rows.put(QueueKeys.expiry(queue.number, since, at), new byte[0]));
            queue.expiredBefore = 0;
        }
        if (dirt.firstDedup <= time) {
            rows.removeDedups(queue.number, time);
            dirt.firstDedup = time + 1;
        }
        dirt.dedups.forEach(dedup -> {
            rows.putDedup(queue.number, dedup.getKey(), dedup.getValue());
            dirt.firstDedup = Math.min(dirt.firstDedup, dedup.getValue().until());
        });
        dirt.tasks.forEach(task -> takeTask(queue, task, rows));
        dirt.goneMessages = new PositionSet();
        dirt.dedups = new ArrayList<>();
        dirt.tasks = new HashSet<>();
    }

    private static void takeTask(Queue queue, long number, CheckpointRows rows) {
        RedriveTask task = queue.tasks.get(number);
        if (task != null) {
            queue.dirt.storedTasks.add(number);
            rows.put(QueueKeys.task(queue.number, number), QueueRow.OfTask.bytes(task));
        } else if (queue.dirt.storedTasks.remove(number)) {
            rows.remove(QueueKeys.task(queue.number, number));
        }
    }

    private static void take(Group group, CheckpointRows rows) {
        OfGroup dirt = group.dirt;
        long queue = group.queue.number;
        group.stored = true;
        rows.put(QueueKeys.group(queue, group.number), QueueRow.OfGroup.bytes(group));
        if (dirt.moved) {
            rows.removeEntries(queue, group.number);
            dirt.storedEntries.clear();
            dirt.entries.addAll(group.entries.keySet());
        }
        for (long at : dirt.entries) {
            DeliveryState entry = group.entry(at);
            if (entry != null) {
                dirt.storedEntries.add(at);
                rows.putEntry(queue, group.number, at, entry);
            } else if (dirt.storedEntries.remove(at)) {
                rows.remove(QueueKeys.entry(queue, group.number, at));
            }
        }
        dirt.entries = new HashSet<>();
        dirt.moved = false;
    }
}
