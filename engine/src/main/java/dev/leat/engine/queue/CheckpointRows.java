package dev.leat.engine.queue;

import dev.leat.engine.shard.CheckpointPart;
import dev.leat.storage.store.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a checkpoint writes of the queues of one shard. What never changes is turned into bytes by the thread that writes. */
final class CheckpointRows implements CheckpointPart {

    /** From how many on it is better to delete messages as a range. */
    private static final int RANGE = 64;

    /** The messages of a queue that a checkpoint took. */
    record Taken(Queue queue, List<QueuedMessage> messages) {}

    private final Consumer<List<Taken>> onStored;
    private final List<Consumer<Batch>> rows = new ArrayList<>();
    private final List<Taken> taken = new ArrayList<>();

    CheckpointRows(Consumer<List<Taken>> onStored) {
        this.onStored = onStored;
    }

    void put(byte[] key, byte[] value) {
        rows.add(batch -> batch.put(key, value));
    }

    void remove(byte[] key) {
        rows.add(batch -> batch.delete(key));
    }

    private void removeRange(byte[] from, byte[] to) {
        rows.add(batch -> batch.deleteRange(from, to));
    }

    /** Removes a queue with everything in it. */
    void remove(long queue) {
        remove(QueueKeys.queue(queue));
        for (char letter : "DEMTVWX".toCharArray()) {
            removeRange(QueueKeys.kindOf(letter, queue), QueueKeys.kindOf(letter, queue + 1));
        }
    }

    /** Removes a group with everything that it knows. */
    void remove(long queue, int group) {
        remove(QueueKeys.group(queue, group));
        removeEntries(queue, group);
    }

    void removeEntries(long queue, int group) {
        removeRange(QueueKeys.entry(queue, group, 0), QueueKeys.entry(queue, group + 1, 0));
    }

    void putEntry(long queue, int group, long at, DeliveryState entry) {
        rows.add(batch -> batch.put(QueueKeys.entry(queue, group, at), QueueRow.OfEntry.bytes(entry)));
    }

    void putWeights(byte[] key, int[] sizes) {
        rows.add(batch -> batch.put(key, QueueRow.OfWeights.bytes(sizes)));
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

    /** Removes those that were remembered until a moment, or shorter. */
    void removeDedups(long queue, long until) {
        removeRange(QueueKeys.kindOf('D', queue), QueueKeys.dedup(queue, until + 1, ""));
    }

    /** Removes from the index what expired before a moment. */
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
