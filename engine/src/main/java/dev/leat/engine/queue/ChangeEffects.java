package dev.leat.engine.queue;

import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** What a change means for those who wait, and when something is due next. Whoever changes something need not know of them. */
final class ChangeEffects {
    private final QueueShard shard;

    ChangeEffects(QueueShard shard) {
        this.shard = shard;
    }

    /**
     * A queue was changed.
     *
     * @param removed the group that was removed, if one was
     */
    void of(QueueChange change, Queue queue, @Nullable Group removed, Changes changes) {
        switch (change) {
            case QueueChange.Enqueued enqueued -> {
                groups(queue);
                shard.tidy().enqueued(queue, enqueued.message(), changes.time());
            }
            case QueueChange.OfEntry of -> group(queue.byNumber.get(of.group()));
            case QueueChange.Done done -> {
                group(queue.byNumber.get(done.group()));
                shard.waiting().roomMade(queue);
            }
            case QueueChange.OfGroup of -> {
                group(queue.byNumber.get(of.group()));
                shard.waiting().roomMade(queue); // what it has moved past may be gone
            }
            case QueueChange.OfQueue of -> {
                all(queue);
                shard.tidy().watch(queue, changes.time());
                shard.deadLetters().parking().watch(queue, changes.time());
            }
            case QueueChange.Removed of -> all(queue);
            case QueueChange.Purged of -> all(queue);
            case QueueChange.QueueRemoved of -> {
                shard.waiting().queueGone(queue, changes);
                shard.presence().queueRemoved(queue.number, queue.name, changes);
            }
            case QueueChange.GroupRemoved of -> {
                if (removed != null) {
                    shard.waiting().groupGone(removed, changes);
                }
                shard.presence().groupRemoved(queue.number, of.group(), changes);
                shard.waiting().roomMade(queue);
            }
            case QueueChange.OfTask of -> {}
            case QueueChange.TaskRemoved of -> {}
            case QueueChange.Forgotten of -> {}
            case QueueChange.Bound of -> {}
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
