package dev.leat.engine.queue;

import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** What a change means for those who wait, and when something is due next. Whoever changes something need not know of them. */
final class Aftermath {
    private final QueueShard shard;

    Aftermath(QueueShard shard) {
        this.shard = shard;
    }

    /**
     * A queue was changed.
     *
     * @param removed the group that was removed, if one was
     */
    void of(Change change, Queue queue, @Nullable Group removed, Changes changes) {
        switch (change) {
            case Change.Enqueued enqueued -> {
                groups(queue);
                shard.tidy().enqueued(queue, enqueued.message(), changes.time());
            }
            case Change.OfEntry of -> group(queue.byNumber.get(of.group()));
            case Change.Done done -> {
                group(queue.byNumber.get(done.group()));
                shard.waiting().roomMade(queue);
            }
            case Change.OfGroup of -> {
                group(queue.byNumber.get(of.group()));
                shard.waiting().roomMade(queue); // what it has moved past may be gone
            }
            case Change.OfQueue of -> {
                all(queue);
                shard.tidy().watch(queue, changes.time());
                shard.deadLetters().parking().watch(queue, changes.time());
            }
            case Change.Removed of -> all(queue);
            case Change.Purged of -> all(queue);
            case Change.QueueRemoved of -> {
                shard.waiting().queueGone(queue, changes);
                shard.presence().queueRemoved(queue.number, queue.name, changes);
            }
            case Change.GroupRemoved of -> {
                if (removed != null) {
                    shard.waiting().groupGone(removed, changes);
                }
                shard.presence().groupRemoved(queue.number, of.group(), changes);
                shard.waiting().roomMade(queue);
            }
            case Change.OfTask of -> {}
            case Change.TaskRemoved of -> {}
            case Change.Forgotten of -> {}
            case Change.Bound of -> {}
        }
    }

    private void all(Queue queue) {
        groups(queue);
        shard.waiting().roomMade(queue);
    }

    private void groups(Queue queue) {
        queue.groups.values().forEach(this::group);
    }

    private void group(@Nullable Group group) {
        if (group != null) {
            shard.waiting().stirred(group);
            watch(group);
        }
    }

    /** Looks at a group again when its time comes. A timer that comes too early is set anew then, not now. */
    void watch(Group group) {
        long waits = group.reading ? Long.MAX_VALUE : group.waiters.firstEnd();
        long at = Math.min(group.firstDue(), waits);
        if (at < group.timer) {
            group.timer = at;
            shard.timers().at(at, changes -> look(group, at, changes));
        }
    }

    private void look(Group group, long at, Changes changes) {
        if (!group.gone && group.timer == at) {
            group.timer = Long.MAX_VALUE;
            shard.leases().expire(group, changes);
            shard.waiting().serve(group, changes);
            watch(group);
        }
    }

    /** Looks again when the first who waits for room has waited long enough. */
    void watch(Queue queue) {
        long at = queue.entrants.firstEnd();
        if (at < queue.timer) {
            queue.timer = at;
            shard.timers().at(at, changes -> look(queue, at, changes));
        }
    }

    private void look(Queue queue, long at, Changes changes) {
        if (!queue.gone && queue.timer == at) {
            queue.timer = Long.MAX_VALUE;
            shard.intake().endWaits(queue, changes);
            watch(queue);
        }
    }
}
