package dev.leat.engine.queue.state;

import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.shard.Ids;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Table of the queues of one shard, and the effect of each kind of change. Decisions and recovery change it by {@link #apply} only, so
 * both arrive at the same state.
 */
public final class QueueTable {
    private final int shard;
    private final Map<QueueName, Queue> byName = new HashMap<>();
    private final Map<Long, Queue> byNumber = new HashMap<>();
    private final DirtyTracker dirty;
    private final MessageMemory memory;
    private final QueueShardGauges gauges;
    private long counter = 1;
    private long time;
    private long bytes;

    /** Creates a table whose messages are not counted for the engine, and which caches none. */
    public QueueTable(int shard) {
        this(shard, new MessageMemory(unstored -> {}, 0));
    }

    public QueueTable(int shard, MessageMemory memory) {
        this.shard = shard;
        this.memory = memory;
        this.gauges = memory.gauges();
        this.dirty = new DirtyTracker();
    }

    public long nextNumber() {
        return Ids.of(shard, counter);
    }

    public long counter() {
        return counter;
    }

    public void counter(long atLeast) {
        counter = Math.max(counter, atLeast);
    }

    @Nullable
    public Queue find(QueueName name) {
        return byName.get(name);
    }

    @Nullable
    public Queue find(long number) {
        return byNumber.get(number);
    }

    public Collection<Queue> all() {
        return byNumber.values();
    }

    /** Returns the state of a message before a change; null for none. */
    @Nullable
    public DeliveryState entry(QueueChange.OfEntry of) {
        Queue queue = byNumber.get(of.queue());
        Group group = queue == null ? null : queue.byNumber.get(of.group());
        return group == null ? null : group.entry(of.at());
    }

    /** Returns the shard that owns these queues. */
    public int shard() {
        return shard;
    }

    /** Returns the time of the last change, in epoch milliseconds. */
    public long time() {
        return time;
    }

    /** Returns what has changed since the last checkpoint. */
    public DirtyTracker dirty() {
        return dirty;
    }

    /** Returns the memory that messages of these queues are counted in. */
    public MessageMemory memory() {
        return memory;
    }

    /** Returns the gauges. */
    public QueueShardGauges gauges() {
        return gauges;
    }

    public void put(Queue queue) {
        gauges.queues(1);
        byName.put(queue.name, queue);
        byNumber.put(queue.number, queue);
        counter(Ids.counterOf(queue.number) + 1);
    }

    public static void put(Group group) {
        group.queue.groups.put(group.name, group);
        group.queue.byNumber.put(group.number, group);
        group.queue.nextGroup = Math.max(group.queue.nextGroup, group.number + 1);
    }

    /** Returns the payload bytes of all queues. */
    public long bytes() {
        return bytes;
    }

    public void apply(QueueChange change, long now) {
        time = Math.max(time, now);
        switch (change) {
            case QueueChange.OfQueue of -> change(of);
            case QueueChange.QueueRemoved(long queue) -> remove(known(queue));
            case QueueChange.OfGroup of -> weighed(known(of.queue()), queue -> change(queue, of));
            case QueueChange.GroupRemoved(long number, int group) ->
                weighed(known(number), queue -> remove(known(queue, group)));
            case QueueChange.Enqueued enqueued -> weighed(known(enqueued.queue()), queue -> enqueue(queue, enqueued));
            case QueueChange.OfEntry of -> {
                Group group = known(known(of.queue()), of.group());
                DeliveryState before = of.added() ? group.entry(of.at()) : null;
                change(group, of.at(), before == null ? of.entry() : of.entry().after(before.history()));
            }
            case QueueChange.Bound(long queue, int number, long at, var to) -> {
                Group group = known(known(queue), number);
                group.deadLetterIndex.bind(at, to);
                dirty.changed(group);
            }
            case QueueChange.Done done -> weighed(known(done.queue()), queue -> end(queue, done));
            case QueueChange.Removed removed -> weighed(known(removed.queue()), queue -> remove(queue, removed));
            case QueueChange.Purged purged -> weighed(known(purged.queue()), queue -> purge(queue, purged));
            case QueueChange.OfTask(long queue, var task) -> change(known(queue), task);
            case QueueChange.Forgotten(long queue, var origin) -> {
                known(queue).arrivals.remove(origin);
                dirty.changed(known(queue));
            }
            case QueueChange.TaskRemoved(long queue, long task) -> {
                known(queue).tasks.remove(task);
                dirty.removed(known(queue), task);
            }
        }
    }

    /** Runs an action and updates the totals with its effect on a queue. */
    private void weighed(Queue queue, Consumer<Queue> action) {
        long before = queue.bytes();
        long messages = queue.messages;
        action.accept(queue);
        held(queue.messages - messages, queue.bytes() - before);
    }

    public void held(long moreMessages, long moreBytes) {
        bytes += moreBytes;
        gauges.held(moreMessages, moreBytes);
    }

    private void change(QueueChange.OfQueue of) {
        Queue queue = byNumber.get(of.queue());
        if (queue == null) {
            queue = new Queue(of.queue(), of.name(), of.config(), of.created(), memory);
            put(queue);
        }
        queue.paused = of.paused();
        dirty.changed(queue);
        weighed(queue, known -> configure(known, of.config()));
    }

    /** Configures a queue. Messages that were kept for replay only are removed. */
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
        gauges.queues(-1);
        queue.groups.values().forEach(this::uncount);
        queue.deleted = true;
        queue.resident.clear();
        queue.groups.values().forEach(group -> group.deleted = true);
        dirty.removed(queue);
    }

    private void change(Queue queue, QueueChange.OfGroup of) {
        Group known = queue.byNumber.get(of.group());
        Group group = known != null ? known : new Group(of.group(), of.name(), queue, of.start(), of.created());
        put(group);
        group.start = of.start();
        group.paused = of.paused();
        PositionSet done = of.done();
        if (done != null) {
            move(group, done.copy(), known != null);
        } else if (known == null) {
            move(group, new PositionSet(), false);
        }
        if (known == null) {
            dirty.changed(queue); // its next group number is in its row
        }
        dirty.changed(group);
    }

    /**
     * Replaces what a group is done with.
     *
     * @param sweep whether messages are removed that only this group needed
     */
    private void move(Group group, PositionSet done, boolean sweep) {
        Queue queue = group.queue;
        done.addAll(queue.dropped);
        uncountEntries(group);
        List.copyOf(group.entries.keySet()).forEach(group::forget);
        PositionSet wanted = queue.absent(group.done);
        group.done = done;
        group.dead = new PositionSet();
        group.deadLetterIndex.clear();
        group.epochFloor = group.epoch + 1;
        group.addPending(queue.countAbsent(done) - group.pending());
        group.rewind();
        dirty.moved(group);
        if (sweep) {
            group.recentRemovals.moved(done);
            sweep(queue, wanted);
        }
    }

    private void remove(Group group) {
        Queue queue = group.queue;
        queue.groups.remove(group.name);
        queue.byNumber.remove(group.number);
        group.deleted = true;
        if (queue.groups.isEmpty()) {
            queue.withoutGroupsSince = time;
            dirty.changed(queue);
        }
        queue.undroppable.clear();
        uncount(group);
        dirty.removed(group);
        sweep(queue, queue.absent(group.done));
    }

    /** Takes a removed group out of the gauges. */
    private void uncount(Group group) {
        uncountEntries(group);
        gauges.pending(-group.pending());
    }

    private void uncountEntries(Group group) {
        for (DeliveryState.State state : DeliveryState.State.values()) {
            gauges.entries(state, -group.count(state));
        }
    }

    private void enqueue(Queue queue, QueueChange.Enqueued enqueued) {
        QueuedMessage message = enqueued.message();
        long at = message.at();
        queue.nextSeq = Math.max(queue.nextSeq, message.seq() + 1);
        queue.next[Positions.lane(at)] = Math.max(queue.next[Positions.lane(at)], at + 1);
        queue.messages++;
        queue.enqueued++;
        queue.payloadSizes.add(at, message.bytes());
        queue.resident.add(message);
        for (Group group : queue.groups.values()) {
            enqueue(group, message);
        }
        String dedup = enqueued.dedup();
        if (dedup != null) {
            queue.dedup.remember(dedup, new DedupWindow.First(message.id(), message.seq(), enqueued.dedupUntil()));
        }
        TransferSource origin = message.origin();
        queue.hasTransferred |= origin != null;
        if (origin != null && origin.isElsewhere(queue.number)) {
            queue.arrivals.add(origin);
        }
        dirty.enqueued(queue, enqueued);
    }

    private void enqueue(Group group, QueuedMessage message) {
        if (!message.isFor(group.name)) {
            group.done.add(message.at());
            dirty.changed(group);
            return;
        }
        group.addPending(1);
        if (message.notBefore() > message.enqueuedAt()) {
            change(
                    group,
                    message.at(),
                    group.untouched(message).again(message.enqueuedAt(), message.notBefore(), null));
        }
    }

    private void change(Group group, long at, DeliveryState entry) {
        gauges.entry(group.entry(at), entry);
        group.counters.changed(group.entry(at), entry);
        if (entry.state() != DeliveryState.State.MOVING) {
            group.deadLetterIndex.unbind(at);
        }
        group.put(at, entry);
        dirty.changed(group, at);
    }

    private void change(Queue queue, RedriveTask task) {
        queue.tasks.put(task.number(), task);
        queue.nextTask = Math.max(queue.nextTask, task.number() + 1);
        dirty.changed(queue, task);
    }

    private void end(Queue queue, QueueChange.Done done) {
        end(known(queue, done.group()), done.at(), done.reason());
        if (queue.isKeptForInterest() && queue.isDoneForAll(done.at())) {
            drop(queue, done.at());
        }
    }

    private void end(Group group, long at, RemovalReason reason) {
        if (group.done.add(at)) {
            group.addPending(-1);
            gauges.entry(group.forget(at), null);
            group.ended(at, reason);
            group.counters.ended(reason);
            dirty.done(group, at);
        }
    }

    private void remove(Queue queue, QueueChange.Removed removed) {
        queue.groups.values().forEach(group -> end(group, removed.at(), removed.reason()));
        drop(queue, removed.at());
    }

    /** Removes a message that no group needs. */
    private void drop(Queue queue, long at) {
        if (queue.dropped.add(at)) {
            boolean stored = queue.resident.remove(at);
            queue.overdue.remove(at);
            queue.messages--;
            queue.payloadSizes.remove(at);
            dirty.dropped(queue, at, stored);
        }
    }

    /** Removes the messages among some positions that all groups are done with. */
    private void sweep(Queue queue, PositionSet some) {
        if (queue.isKeptForInterest() && !queue.groups.isEmpty()) {
            PositionSet unwanted = some;
            for (Group group : queue.groups.values()) {
                unwanted = unwanted.common(group.done);
            }
            unwanted.forEach((from, to) -> drop(queue, from, to));
        }
    }

    private void drop(Queue queue, long from, long to) {
        queue.dropped.absent(from, to).forEach((first, end) -> {
            queue.messages -= queue.dropped.addRange(first, end);
            queue.payloadSizes.removeRange(first, end);
            queue.overdue.keySet().removeIf(at -> at >= first && at < end);
            dirty.dropped(queue, queue.resident.removeRange(first, end));
        });
    }

    private void purge(Queue queue, QueueChange.Purged purged) {
        if (purged.group() != 0) {
            Group group = known(queue, purged.group());
            PositionSet wanted = queue.absent(group.done);
            purge(group, purged);
            sweep(queue, wanted);
            return;
        }
        TreeSet<Long> undroppable = new TreeSet<>();
        for (Group group : queue.groups.values()) {
            purge(group, purged);
            undroppable.addAll(group.entries.keySet());
        }
        for (int lane = 0; lane < Positions.LANES; lane++) {
            long from = Positions.first(lane);
            long before = purged.before()[lane];
            for (long at : undroppable) {
                if (at >= from && at < before) {
                    drop(queue, from, at);
                    from = at + 1;
                }
            }
            drop(queue, from, before);
        }
    }

    /** Purges a group. Its cursors start anew. */
    private void purge(Group group, QueueChange.Purged purged) {
        for (Map.Entry<Long, DeliveryState> entry : List.copyOf(group.entries.entrySet())) {
            long at = entry.getKey();
            if (at < purged.before()[Positions.lane(at)] && goes(entry.getValue(), purged)) {
                end(group, at, RemovalReason.PURGED);
            }
        }
        PositionSet undroppable = new PositionSet();
        group.entries.keySet().forEach(undroppable::add);
        undroppable.addAll(group.done);
        for (int lane = 0; lane < Positions.LANES; lane++) {
            undroppable.absent(Positions.first(lane), purged.before()[lane]).forEach((from, to) -> {
                group.addPending(-group.done.addRange(from, to));
                group.recentRemovals.purged(from, to);
            });
        }
        group.rewind();
        dirty.changed(group);
    }

    private static boolean goes(DeliveryState entry, QueueChange.Purged purged) {
        return switch (entry.state()) {
            case MOVING -> false;
            case LEASED, PARKED -> purged.leased();
            case READY, SCHEDULED -> true;
        };
    }

    public Queue known(long number) {
        Queue queue = byNumber.get(number);
        if (queue == null) {
            throw new IllegalStateException(
                    "the journal changes queue " + number + ", which neither it nor the store has");
        }
        return queue;
    }

    public static Group known(Queue queue, int number) {
        Group group = queue.byNumber.get(number);
        if (group == null) {
            throw new IllegalStateException("the journal changes group " + number + " of queue " + queue.name
                    + ", which neither it nor the store has");
        }
        return group;
    }
}
