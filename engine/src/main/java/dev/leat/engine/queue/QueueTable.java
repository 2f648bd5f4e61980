package dev.leat.engine.queue;

import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Part;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
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
    private final Memory memory;
    private final Stock stock;
    private long counter = 1;
    private long time;
    private long bytes;

    /** One that nobody takes checkpoints of. */
    QueueTable(int shard) {
        this(shard, new Memory(unstored -> {}, 0), taken -> {});
    }

    QueueTable(int shard, Memory memory, Consumer<List<CapturedRows.Taken>> onStored) {
        this.shard = shard;
        this.memory = memory;
        this.stock = memory.stock();
        this.dirty = new DirtyRows(shard, onStored);
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

    /** How the message of an entry stands that is about to change. */
    @Nullable
    Entry entry(Change.OfEntry of) {
        Queue queue = byNumber.get(of.queue());
        Group group = queue == null ? null : queue.byNumber.get(of.group());
        return group == null ? null : group.entry(of.at());
    }

    /** The rows that changed since the last capture, as of now. */
    Part capture() {
        return dirty.take(counter, time);
    }

    /** Takes in a row of the last checkpoint. What belongs to a queue comes after it. */
    void load(Row row) {
        switch (row) {
            case Row.Next(int ignored, long next) -> counter(next);
            case Row.OfQueue of -> {
                Queue queue = of.restored(memory);
                put(queue);
                held(queue.messages, 0);
            }
            case Row.Owned owned -> {
                Queue queue = find(owned.queue());
                if (queue != null) {
                    load(queue, owned);
                }
            }
        }
    }

    private void load(Queue queue, Row.Owned row) {
        switch (row) {
            case Row.OfGroup of -> put(of.restored(queue));
            case Row.OfEntry(long ignored, int number, long at, var entry) -> {
                Group group = queue.byNumber.get(number);
                if (group != null) {
                    stock.entry(group.entry(at), entry);
                    group.put(at, entry);
                    group.dirt.storedEntries.add(at);
                }
            }
            case Row.OfWeights(long ignored, long block, var sizes) -> {
                long before = queue.bytes();
                queue.weights.load(block, sizes);
                held(0, queue.bytes() - before);
            }
            case Row.OfDedup(long ignored, var id, var first) -> {
                queue.dedup.remember(id, first);
                queue.dirt.firstDedup = Math.min(queue.dirt.firstDedup, first.until());
            }
            case Row.OfTask(long ignored, var task) -> {
                queue.tasks.put(task.number(), task);
                queue.dirt.storedTasks.add(task.number());
            }
            case Row.OfQueue of -> {}
            case Row.OfMessage of -> {} // stays in the store until somebody wants it
            case Row.OfExpiry of -> {}
        }
    }

    /** How much there is. */
    Stock stock() {
        return stock;
    }

    void put(Queue queue) {
        stock.queues(1);
        byName.put(queue.name, queue);
        byNumber.put(queue.number, queue);
        counter(Ids.counterOf(queue.number) + 1);
    }

    static void put(Group group) {
        group.queue.groups.put(group.name, group);
        group.queue.byNumber.put(group.number, group);
        group.queue.nextGroup = Math.max(group.queue.nextGroup, group.number + 1);
    }

    /** How many bytes of payload all queues hold. */
    long bytes() {
        return bytes;
    }

    void apply(Change change, long now) {
        time = Math.max(time, now);
        switch (change) {
            case Change.OfQueue of -> change(of);
            case Change.QueueRemoved(long queue) -> remove(known(queue));
            case Change.OfGroup of -> weighed(known(of.queue()), queue -> change(queue, of));
            case Change.GroupRemoved(long number, int group) ->
                weighed(known(number), queue -> remove(known(queue, group)));
            case Change.Enqueued enqueued -> weighed(known(enqueued.queue()), queue -> enqueue(queue, enqueued));
            case Change.OfEntry of -> {
                Group group = known(known(of.queue()), of.group());
                Entry before = of.added() ? group.entry(of.at()) : null;
                change(group, of.at(), before == null ? of.entry() : of.entry().after(before.history()));
            }
            case Change.Done done -> weighed(known(done.queue()), queue -> end(queue, done));
            case Change.Removed removed -> weighed(known(removed.queue()), queue -> remove(queue, removed));
            case Change.Purged purged -> weighed(known(purged.queue()), queue -> purge(queue, purged));
            case Change.OfTask(long queue, var task) -> change(known(queue), task);
            case Change.Forgotten(long queue, var origin) -> {
                known(queue).arrivals.remove(origin);
                dirty.changed(known(queue));
            }
            case Change.TaskRemoved(long queue, long task) -> {
                known(queue).tasks.remove(task);
                dirty.removed(known(queue), task);
            }
        }
    }

    /** Does something that may change how much a queue holds. */
    private void weighed(Queue queue, Consumer<Queue> action) {
        long before = queue.bytes();
        long messages = queue.messages;
        action.accept(queue);
        held(queue.messages - messages, queue.bytes() - before);
    }

    private void held(long moreMessages, long moreBytes) {
        bytes += moreBytes;
        stock.held(moreMessages, moreBytes);
    }

    private void change(Change.OfQueue of) {
        Queue queue = byNumber.get(of.queue());
        if (queue == null) {
            queue = new Queue(of.queue(), of.name(), of.config(), of.created(), memory);
            put(queue);
        }
        queue.paused = of.paused();
        dirty.changed(queue);
        weighed(queue, known -> configure(known, of.config()));
    }

    /** What was kept for replay, and is not any more, goes if everybody has done it. */
    private void configure(Queue queue, QueueConfig config) {
        boolean keptForReplay = !queue.isKeptForInterest();
        queue.config = config;
        if (keptForReplay) {
            sweep(queue, queue.absent(queue.dropped));
        }
    }

    private void remove(Queue queue) {
        byName.remove(queue.name);
        byNumber.remove(queue.number);
        held(-queue.messages, -queue.bytes());
        stock.queues(-1);
        queue.groups.values().forEach(stock::gone);
        queue.gone = true;
        queue.hot.clear();
        queue.groups.values().forEach(group -> group.gone = true);
        dirty.removed(queue);
    }

    private void change(Queue queue, Change.OfGroup of) {
        Group known = queue.byNumber.get(of.group());
        Group group = known != null ? known : new Group(of.group(), of.name(), queue, of.start(), of.created());
        put(group);
        group.start = of.start();
        group.paused = of.paused();
        Places done = of.done();
        if (done != null) {
            move(group, done.copy(), known != null);
        } else if (known == null) {
            move(group, new Places(), false);
        }
        if (known == null) {
            dirty.changed(queue); // it knows which group comes next
        }
        dirty.changed(group);
    }

    /**
     * The group has done these, and no others.
     *
     * @param sweep whether messages go that it was the last to want
     */
    private void move(Group group, Places done, boolean sweep) {
        Queue queue = group.queue;
        done.addAll(queue.dropped);
        stock.gone(group);
        List.copyOf(group.entries.keySet()).forEach(group::forget);
        Places wanted = queue.absent(group.done);
        group.done = done;
        group.dead = new Places();
        group.epochFloor = group.epoch;
        group.pending = queue.countAbsent(done);
        group.rewind();
        dirty.moved(group);
        if (sweep) {
            sweep(queue, wanted);
        }
    }

    private void remove(Group group) {
        Queue queue = group.queue;
        queue.groups.remove(group.name);
        queue.byNumber.remove(group.number);
        group.gone = true;
        stock.gone(group);
        dirty.removed(group);
        sweep(queue, queue.absent(group.done));
    }

    private void enqueue(Queue queue, Change.Enqueued enqueued) {
        Message message = enqueued.message();
        long at = message.at();
        queue.nextSeq = Math.max(queue.nextSeq, message.seq() + 1);
        queue.next[Place.lane(at)] = Math.max(queue.next[Place.lane(at)], at + 1);
        queue.messages++;
        queue.enqueued++;
        queue.weights.add(at, message.bytes());
        queue.hot.add(message);
        for (Group group : queue.groups.values()) {
            enqueue(group, message);
        }
        String dedup = enqueued.dedup();
        if (dedup != null) {
            queue.dedup.remember(dedup, new Dedup.First(message.key(), message.seq(), enqueued.dedupUntil()));
        }
        Origin origin = message.origin();
        if (origin != null && origin.isElsewhere(queue.number)) {
            queue.arrivals.add(origin);
        }
        dirty.enqueued(queue, enqueued);
    }

    private void enqueue(Group group, Message message) {
        if (!message.isFor(group.name)) {
            group.done.add(message.at());
            dirty.changed(group);
            return;
        }
        group.pending++;
        if (message.notBefore() > message.enqueuedAt()) {
            change(
                    group,
                    message.at(),
                    Entry.untouched(group, message).again(message.enqueuedAt(), message.notBefore(), null));
        }
    }

    private void change(Group group, long at, Entry entry) {
        stock.entry(group.entry(at), entry);
        group.tally.changed(group.entry(at), entry);
        group.put(at, entry);
        dirty.changed(group, at);
    }

    private void change(Queue queue, Task task) {
        queue.tasks.put(task.number(), task);
        queue.nextTask = Math.max(queue.nextTask, task.number() + 1);
        dirty.changed(queue, task);
    }

    private void end(Queue queue, Change.Done done) {
        end(known(queue, done.group()), done.at(), done.ending());
        if (queue.isKeptForInterest() && queue.isDoneForAll(done.at())) {
            drop(queue, done.at());
        }
    }

    private void end(Group group, long at, Ending ending) {
        if (group.done.add(at)) {
            group.pending--;
            stock.entry(group.forget(at), null);
            group.ended(at, ending);
            group.tally.ended(ending);
            dirty.done(group, at);
        }
    }

    private void remove(Queue queue, Change.Removed removed) {
        queue.groups.values().forEach(group -> end(group, removed.at(), removed.ending()));
        drop(queue, removed.at());
    }

    /** No group has anything to do with it any more. */
    private void drop(Queue queue, long at) {
        if (queue.dropped.add(at)) {
            boolean stored = queue.hot.remove(at);
            queue.overdue.remove(at);
            queue.messages--;
            queue.weights.remove(at);
            dirty.dropped(queue, at, stored);
        }
    }

    /** Drops what everybody has done, of some places. */
    private void sweep(Queue queue, Places some) {
        if (queue.isKeptForInterest() && !queue.groups.isEmpty()) {
            Places unwanted = some;
            for (Group group : queue.groups.values()) {
                unwanted = unwanted.common(group.done);
            }
            unwanted.forEach((from, to) -> drop(queue, from, to));
        }
    }

    private void drop(Queue queue, long from, long to) {
        queue.dropped.absent(from, to).forEach((first, end) -> {
            queue.messages -= queue.dropped.addRange(first, end);
            queue.weights.removeRange(first, end);
            queue.overdue.keySet().removeIf(at -> at >= first && at < end);
            dirty.dropped(queue, queue.hot.removeRange(first, end));
        });
    }

    private void purge(Queue queue, Change.Purged purged) {
        if (purged.group() != 0) {
            Group group = known(queue, purged.group());
            Places wanted = queue.absent(group.done);
            purge(group, purged);
            sweep(queue, wanted);
            return;
        }
        TreeSet<Long> kept = new TreeSet<>();
        for (Group group : queue.groups.values()) {
            purge(group, purged);
            kept.addAll(group.entries.keySet());
        }
        for (int lane = 0; lane < Place.LANES; lane++) {
            long from = Place.first(lane);
            long before = purged.before()[lane];
            for (long at : kept) {
                if (at >= from && at < before) {
                    drop(queue, from, at);
                    from = at + 1;
                }
            }
            drop(queue, from, before);
        }
    }

    /** The cursors begin anew, because what they have passed is not there any more. */
    private void purge(Group group, Change.Purged purged) {
        for (Map.Entry<Long, Entry> entry : List.copyOf(group.entries.entrySet())) {
            long at = entry.getKey();
            if (at < purged.before()[Place.lane(at)] && goes(entry.getValue(), purged)) {
                end(group, at, Ending.PURGED);
            }
        }
        Places kept = new Places();
        group.entries.keySet().forEach(kept::add);
        kept.addAll(group.done);
        for (int lane = 0; lane < Place.LANES; lane++) {
            kept.absent(Place.first(lane), purged.before()[lane]).forEach((from, to) -> {
                group.pending -= group.done.addRange(from, to);
                group.endings.purged(from, to);
            });
        }
        group.rewind();
        dirty.changed(group);
    }

    private static boolean goes(Entry entry, Change.Purged purged) {
        return switch (entry.state()) {
            case MOVING -> false;
            case LEASED, PARKED -> purged.leased();
            case READY, SCHEDULED -> true;
        };
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
