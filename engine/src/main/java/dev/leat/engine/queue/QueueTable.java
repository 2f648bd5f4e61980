package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.engine.shard.Ids;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one shard, and what each kind of change does to them. Deciding and recovery both change the table by
 * {@link #apply} and nothing else, so that they cannot come to different results.
 */
final class QueueTable {
    private final int shard;
    private final Map<QueueName, Queue> byName = new HashMap<>();
    private final Map<Long, Queue> byNumber = new HashMap<>();
    private final DirtyRows dirty;
    private long counter = 1;

    QueueTable(int shard) {
        this.shard = shard;
        this.dirty = new DirtyRows(shard);
    }

    long nextNumber() {
        return Ids.of(shard, counter);
    }

    long counter() {
        return counter;
    }

    void counter(long atLeast) {
        counter = Math.max(counter, atLeast);
    }

    @Nullable
    Queue find(QueueName name) {
        return byName.get(name);
    }

    @Nullable
    Queue find(long number) {
        return byNumber.get(number);
    }

    Collection<Queue> all() {
        return byNumber.values();
    }

    DirtyRows dirty() {
        return dirty;
    }

    void put(Queue queue) {
        byName.put(queue.name, queue);
        byNumber.put(queue.number, queue);
        counter(Ids.counterOf(queue.number) + 1);
    }

    static void put(Group group) {
        group.queue.groups.put(group.name, group);
        group.queue.byNumber.put(group.number, group);
        group.queue.nextGroup = Math.max(group.queue.nextGroup, group.number + 1);
    }

    void apply(Change change, long time) {
        switch (change) {
            case Change.OfQueue of -> change(of);
            case Change.QueueRemoved(long queue) -> remove(known(queue));
            case Change.OfGroup of -> change(known(of.queue()), of);
            case Change.GroupRemoved(long queue, int group) -> remove(known(known(queue), group));
            case Change.Enqueued enqueued -> enqueue(known(enqueued.queue()), enqueued);
            case Change.OfEntry(long queue, int group, long at, var entry) ->
                change(known(known(queue), group), at, entry);
            case Change.Done(long queue, int group, long at, var ending, int bytes) -> {
                Queue of = known(queue);
                end(known(of, group), at, ending);
                if (of.isKeptForInterest() && of.isDoneForAll(at)) {
                    drop(of, at, bytes);
                }
            }
            case Change.Removed(long queue, long at, var ending, int bytes) -> {
                Queue of = known(queue);
                of.groups.values().forEach(group -> end(group, at, ending));
                drop(of, at, bytes);
            }
            case Change.Purged purged -> purge(known(purged.queue()), purged);
            case Change.OfTask(long queue, var task) -> {
                Queue of = known(queue);
                of.tasks.put(task.number(), task);
                of.nextTask = Math.max(of.nextTask, task.number() + 1);
                dirty.changed(of, task);
            }
            case Change.TaskRemoved(long queue, long task) -> {
                known(queue).tasks.remove(task);
                dirty.removed(known(queue), task);
            }
        }
    }

    private void change(Change.OfQueue of) {
        Queue queue = byNumber.get(of.queue());
        if (queue == null) {
            queue = new Queue(of.queue(), of.name(), of.config(), of.created());
            put(queue);
        }
        queue.config = of.config();
        queue.paused = of.paused();
        dirty.changed(queue);
    }

    private void remove(Queue queue) {
        byName.remove(queue.name);
        byNumber.remove(queue.number);
        queue.gone = true;
        queue.groups.values().forEach(group -> group.gone = true);
        dirty.removed(queue);
    }

    private void change(Queue queue, Change.OfGroup of) {
        Group group = queue.byNumber.get(of.group());
        if (group == null) {
            group = new Group(of.group(), of.name(), queue, of.start(), of.created());
            put(group);
        }
        group.start = of.start();
        group.paused = of.paused();
        Places done = of.done();
        if (done != null) {
            group.entries.keySet().stream().toList().forEach(group::forget);
            group.done = done;
            group.pending = queue.countAbsent(done);
            group.rewind();
            dirty.moved(group);
        }
        dirty.changed(group);
    }

    private void remove(Group group) {
        Queue queue = group.queue;
        queue.groups.remove(group.name);
        queue.byNumber.remove(group.number);
        group.gone = true;
        dirty.removed(group);
    }

    private void enqueue(Queue queue, Change.Enqueued enqueued) {
        Message message = enqueued.message();
        long at = message.at();
        queue.nextSeq = Math.max(queue.nextSeq, message.seq() + 1);
        queue.next[Place.lane(at)] = Math.max(queue.next[Place.lane(at)], at + 1);
        queue.messages++;
        queue.enqueued++;
        queue.bytes += message.bytes();
        queue.hot.put(at, message);
        for (Group group : queue.groups.values()) {
            if (!message.isFor(group.name)) {
                group.done.add(at);
                dirty.changed(group);
            } else {
                group.pending++;
                if (message.notBefore() > message.enqueuedAt()) {
                    change(group, at, Entry.scheduled(message.notBefore(), message.bytes()));
                }
            }
        }
        String dedup = enqueued.dedup();
        if (dedup != null) {
            queue.dedup.remember(dedup, new Dedup.First(message.key(), message.seq(), enqueued.dedupUntil()));
        }
        dirty.enqueued(queue, enqueued);
    }

    private void change(Group group, long at, Entry entry) {
        group.put(at, entry);
        if (entry.state() == Entry.State.READY && group.hasPassed(at)) {
            group.ready.add(at);
        }
        dirty.changed(group, at);
    }

    private void end(Group group, long at, Ending ending) {
        if (group.done.add(at)) {
            group.pending--;
            group.forget(at);
            group.ended(at, ending);
            dirty.done(group, at);
        }
    }

    /** No group has anything to do with it any more. */
    private void drop(Queue queue, long at, int bytes) {
        if (queue.dropped.add(at)) {
            queue.hot.remove(at);
            queue.messages--;
            queue.bytes -= bytes;
            dirty.dropped(queue, at);
        }
    }

    private void purge(Queue queue, Change.Purged purged) {
        for (Group group :
                purged.group() == 0 ? List.copyOf(queue.groups.values()) : List.of(known(queue, purged.group()))) {
            purge(group, purged);
        }
        if (purged.group() == 0) {
            Places kept = new Places();
            for (int lane = 0; lane < Place.LANES; lane++) {
                kept.addRange(Place.first(lane), purged.before()[lane]);
            }
            // TODO(A): drop every place in `kept` that is done for all groups now
            queue.messages -= purged.messages();
            queue.bytes -= purged.bytes();
        }
        dirty.changed(queue);
    }

    private void purge(Group group, Change.Purged purged) {
        // TODO(C)
        dirty.changed(group);
    }

    Queue known(long number) {
        Queue queue = byNumber.get(number);
        if (queue == null) {
            throw new IllegalStateException(
                    "the journal changes queue " + number + ", which neither it nor the store has");
        }
        return queue;
    }

    private static Group known(Queue queue, int number) {
        Group group = queue.byNumber.get(number);
        if (group == null) {
            throw new IllegalStateException("the journal changes group " + number + " of queue " + queue.name
                    + ", which neither it nor the store has");
        }
        return group;
    }
}
