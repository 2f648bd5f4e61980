package dev.leat.engine.queue.codec;

import dev.leat.engine.queue.state.DedupWindow;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.DirtyTracker;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RedriveTask;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.storage.store.Batch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;

/** Rows of the queues of one shard for a checkpoint. Immutable parts are encoded by the thread that writes them. */
public final class CheckpointRows implements CheckpointPart {

    /** From this many messages on, a removal is written as a range. */
    private static final int RANGE = 64;

    /** The messages of a queue that a checkpoint has taken. */
    public record Taken(Queue queue, List<QueuedMessage> messages) {}

    private final Consumer<List<Taken>> onStored;
    private final List<Consumer<Batch>> rows = new ArrayList<>();
    private final List<Taken> taken = new ArrayList<>();

    private CheckpointRows(Consumer<List<Taken>> onStored) {
        this.onStored = onStored;
    }

    /**
     * Takes the rows that changed since the last checkpoint, in their current state.
     *
     * @param onStored receives the messages that are durable in the store, on the thread that writes
     */
    public static CheckpointPart capture(QueueTable table, Consumer<List<Taken>> onStored) {
        DirtyTracker.Changed changed = table.dirty().take();
        if (changed.isEmpty()) {
            return CheckpointPart.NOTHING;
        }
        CheckpointRows rows = new CheckpointRows(onStored);
        rows.put(QueueKeys.next(table.shard()), QueueRow.Next.bytes(table.counter()));
        changed.removedQueues().forEach(queue -> rows.remove(queue.number));
        changed.removedGroups().forEach(group -> rows.remove(group.queue.number, group.number));
        changed.queues().forEach(queue -> rows.take(queue, table.time()));
        changed.groups().forEach(rows::take);
        return rows;
    }

    private void take(Queue queue, long time) {
        DirtyTracker.OfQueue dirty = queue.dirty;
        queue.stored = true;
        put(QueueKeys.queue(queue.number), QueueRow.OfQueue.bytes(queue));
        queue.payloadSizes.capture((block, sizes) -> {
            byte[] key = QueueKeys.payloadSizes(queue.number, block);
            if (sizes == null) {
                remove(key);
            } else {
                putPayloadSizes(key, sizes);
            }
        });
        removeMessages(queue.number, dirty.goneMessages);
        putMessages(queue, queue.resident.take());
        if (queue.expiredBefore > 0) {
            removeExpiries(queue.number, queue.expiredBefore);
            queue.overdue.forEach((at, since) -> put(QueueKeys.expiry(queue.number, since, at), new byte[0]));
            queue.expiredBefore = 0;
        }
        if (dirty.firstDedup <= time) {
            removeDedups(queue.number, time);
            dirty.firstDedup = time + 1;
        }
        dirty.dedups.forEach(dedup -> {
            putDedup(queue.number, dedup.getKey(), dedup.getValue());
            dirty.firstDedup = Math.min(dirty.firstDedup, dedup.getValue().until());
        });
        dirty.tasks.forEach(task -> takeTask(queue, task));
        dirty.goneMessages = new PositionSet();
        dirty.dedups = new ArrayList<>();
        dirty.tasks = new HashSet<>();
    }

    private void takeTask(Queue queue, long number) {
        RedriveTask task = queue.tasks.get(number);
        if (task != null) {
            queue.dirty.storedTasks.add(number);
            put(QueueKeys.task(queue.number, number), QueueRow.OfTask.bytes(task));
        } else if (queue.dirty.storedTasks.remove(number)) {
            remove(QueueKeys.task(queue.number, number));
        }
    }

    private void take(Group group) {
        DirtyTracker.OfGroup dirty = group.dirty;
        long queue = group.queue.number;
        group.stored = true;
        put(QueueKeys.group(queue, group.number), QueueRow.OfGroup.bytes(group));
        if (dirty.moved) {
            removeEntries(queue, group.number);
            dirty.storedEntries.clear();
            dirty.entries.addAll(group.entries.keySet());
        }
        for (long at : dirty.entries) {
            DeliveryState entry = group.entry(at);
            if (entry != null) {
                dirty.storedEntries.add(at);
                putEntry(queue, group.number, at, entry);
            } else if (dirty.storedEntries.remove(at)) {
                remove(QueueKeys.entry(queue, group.number, at));
            }
        }
        dirty.entries = new HashSet<>();
        dirty.moved = false;
    }

    private void put(byte[] key, byte[] value) {
        rows.add(batch -> batch.put(key, value));
    }

    public void remove(byte[] key) {
        rows.add(batch -> batch.delete(key));
    }

    private void removeRange(byte[] from, byte[] to) {
        rows.add(batch -> batch.deleteRange(from, to));
    }

    /** Removes all rows of a queue. */
    public void remove(long queue) {
        remove(QueueKeys.queue(queue));
        for (char letter : "DEMTVWX".toCharArray()) {
            removeRange(QueueKeys.kindOf(letter, queue), QueueKeys.kindOf(letter, queue + 1));
        }
    }

    /** Removes all rows of a group. */
    public void remove(long queue, int group) {
        remove(QueueKeys.group(queue, group));
        removeEntries(queue, group);
    }

    void removeEntries(long queue, int group) {
        removeRange(QueueKeys.entry(queue, group, 0), QueueKeys.entry(queue, group + 1, 0));
    }

    void putEntry(long queue, int group, long at, DeliveryState entry) {
        rows.add(batch -> batch.put(QueueKeys.entry(queue, group, at), QueueRow.OfEntry.bytes(entry)));
    }

    void putPayloadSizes(byte[] key, int[] sizes) {
        rows.add(batch -> batch.put(key, QueueRow.OfPayloadSizes.bytes(sizes)));
    }

    void putMessages(Queue queue, List<QueuedMessage> messages) {
        if (messages.isEmpty()) {
            return;
        }
        long number = queue.number;
        taken.add(new Taken(queue, messages));
        rows.add(batch -> messages.forEach(message -> {
            batch.put(QueueKeys.message(number, message.at()), QueueRow.OfMessage.bytes(message));
            if (message.expiresAt() != Long.MAX_VALUE) {
                batch.put(QueueKeys.expiry(number, message.expiresAt(), message.at()), new byte[0]);
            }
        }));
    }

    void removeMessages(long queue, PositionSet gone) {
        gone.forEach((from, to) -> {
            if (to - from >= RANGE) {
                removeRange(QueueKeys.message(queue, from), QueueKeys.message(queue, to));
            } else {
                for (long at = from; at < to; at++) {
                    remove(QueueKeys.message(queue, at));
                }
            }
        });
    }

    void putDedup(long queue, String id, DedupWindow.First first) {
        put(QueueKeys.dedup(queue, first.until(), id), QueueRow.OfDedup.bytes(first));
    }

    /** Removes the dedup ids that expire at this time or earlier. */
    void removeDedups(long queue, long until) {
        removeRange(QueueKeys.kindOf('D', queue), QueueKeys.dedup(queue, until + 1, ""));
    }

    /** Removes entries of the expiry index before this time. */
    void removeExpiries(long queue, long before) {
        removeRange(QueueKeys.kindOf('X', queue), QueueKeys.expiry(queue, before, 0));
    }

    @Override
    public void writeTo(Batch batch) {
        rows.forEach(row -> row.accept(batch));
    }

    @Override
    public void written() {
        if (!taken.isEmpty()) {
            onStored.accept(taken);
        }
    }
}
