package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.spi.Reply;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Dispatcher of the calls that wait for the queues of a shard. Waiters that a change concerns are served before the turn ends, in
 * order, while there is something for them: a message goes to one waiter and wakes no other.
 */
public final class WaiterDispatcher {
    private final QueueShardContext shard;
    private final WakeList wakes;
    private final Enqueuer enqueuer;
    private final GroupDeadlines groupDeadlines;
    private final PresenceShard presence;
    private long numbers;

    public WaiterDispatcher(
            QueueShardContext shard,
            WakeList wakes,
            Enqueuer enqueuer,
            GroupDeadlines groupDeadlines,
            PresenceShard presence) {
        this.shard = shard;
        this.wakes = wakes;
        this.enqueuer = enqueuer;
        this.groupDeadlines = groupDeadlines;
        this.presence = presence;
    }

    /** Returns the number of the next waiter; no two have the same. */
    public long nextNumber() {
        return numbers++;
    }

    public void wait(Group group, Waiter.ReceiveWaiter waiter) {
        Waiter.receives(group).add(waiter);
        schedule(group);
    }

    public void wait(Queue queue, Waiter.EnqueueWaiter waiter) {
        Waiter.enqueues(queue).add(waiter);
        schedule(queue);
    }

    /** Sets a timer for the next lease, delay or wait of a group that ends. A timer that comes too early sets the next one then. */
    public void schedule(Group group) {
        long waits = group.reading ? Long.MAX_VALUE : group.waiters.firstEnd();
        long at = Math.min(group.firstDue(), waits);
        if (at < group.timer) {
            group.timer = at;
            shard.timers().at(at, changes -> look(group, at, changes));
        }
    }

    private void look(Group group, long at, Changes changes) {
        if (!group.deleted && group.timer == at) {
            group.timer = Long.MAX_VALUE;
            groupDeadlines.expire(group, changes);
            serve(group, changes);
            schedule(group);
        }
    }

    /** Sets a timer for the first enqueue whose wait ends. */
    private void schedule(Queue queue) {
        long at = queue.enqueueWaiters.firstEnd();
        if (at < queue.timer) {
            queue.timer = at;
            shard.timers().at(at, changes -> look(queue, at, changes));
        }
    }

    private void look(Queue queue, long at, Changes changes) {
        if (!queue.deleted && queue.timer == at) {
            queue.timer = Long.MAX_VALUE;
            enqueuer.endWaits(queue, changes);
            schedule(queue);
        }
    }

    /** Serves every waiter that a change of the turn concerns, until the turn is full. */
    public void conclude(Changes changes) {
        while (!wakes.isEmpty() && !changes.isFull()) {
            Queue queue = wakes.nextQueue();
            if (queue != null) {
                enqueuer.admit(queue, changes);
            } else {
                Group group = wakes.nextGroup();
                serve(group, changes);
                group.wakePending = false;
                schedule(group);
            }
        }
    }

    /** Serves the receives of a group, in order, until one finds nothing. */
    public void serve(Group group, Changes changes) {
        group.reading = false;
        Iterator<Waiter.ReceiveWaiter> inOrder = Waiter.receives(group).iterator();
        while (inOrder.hasNext() && !group.reading) {
            if (changes.isFull()) {
                wakes.resumeNextTurn(group);
                return;
            }
            Waiter.ReceiveWaiter waiter = inOrder.next();
            LeaseGrants.GrantResult result = waiter.request.grant(group, changes);
            group.reading = result.later && result.isEmpty();
            if (!result.isEmpty()) {
                inOrder.remove();
                Waiter.receives(group).left(waiter);
                serve(group, waiter, result, changes);
            } else if (!result.ownLimit && waiter.until() > changes.time()) {
                break; // later waiters would find nothing either
            }
        }
        endWaits(group, changes);
    }

    private void serve(Group group, Waiter.ReceiveWaiter waiter, LeaseGrants.GrantResult result, Changes changes) {
        waiter.presenceWait.over();
        waiter.answerWith(waiter.request.outcome(result), changes);
        ConsumerName consumer = waiter.consumer;
        if (consumer != null && !result.isEmpty()) {
            presence.received(group.id, consumer, result.deliveries.size(), changes);
        }
    }

    /** Answers the receives whose wait has ended, unless their messages are being loaded. */
    void endWaits(Group group, Changes changes) {
        if (group.waiters.firstEnd() <= changes.time() && !group.reading) {
            for (Waiter.ReceiveWaiter waiter : Waiter.receives(group).takeEnded(changes.time())) {
                LeaseGrants.GrantResult last = waiter.request.grant(group, changes);
                if (last.later && last.isEmpty()) {
                    group.reading = true;
                    Waiter.receives(group).add(waiter);
                } else {
                    serve(group, waiter, last, changes);
                }
            }
        }
    }

    /** Ends the wait of a receive, without messages. */
    public void cancelWait(Group group, Reply<?> reply, Changes changes) {
        Waiter.ReceiveWaiter waiter = Waiter.receives(group).take(reply);
        if (waiter != null) {
            waiter.presenceWait.over();
            waiter.answerWith(waiter.request.outcome(new LeaseGrants.GrantResult()), changes);
        }
    }

    /** Refuses the waiters of a deleted group. */
    public void groupGone(Group group, Changes changes) {
        refuseAll(group, new Rejection.GroupNotFound(group.queue.name, group.name), changes);
    }

    /** Refuses the waiters of a deleted queue. */
    public void queueGone(Queue queue, Changes changes) {
        Rejection why = new Rejection.QueueNotFound(queue.name);
        queue.groups.values().forEach(group -> refuseAll(group, why, changes));
        Waiter.enqueues(queue).takeAll().forEach(waiter -> waiter.refuseWith(why, changes));
    }

    private static void refuseAll(Group group, Rejection why, Changes changes) {
        for (Waiter.ReceiveWaiter waiter : Waiter.receives(group).takeAll()) {
            waiter.presenceWait.over();
            waiter.refuseWith(why, changes);
        }
    }

    /** Refuses all waiters: no turn follows. */
    public void abandon(Rejection rejection) {
        List<Waiter<?>> all = new ArrayList<>();
        for (Queue queue : shard.table().all()) {
            queue.groups
                    .values()
                    .forEach(group -> all.addAll(Waiter.receives(group).takeAll()));
            all.addAll(Waiter.enqueues(queue).takeAll());
        }
        all.forEach(waiter -> waiter.refuseWith(rejection));
    }
}
