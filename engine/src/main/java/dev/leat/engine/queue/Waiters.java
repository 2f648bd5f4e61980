package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Those who wait for something of a shard's queues. Whatever a turn does to a queue, those who wait for it are looked at before the
 * turn ends, the first first, and as long as there is something for them: a message is given to one of them and wakes no other.
 */
final class Waiters {
    private final QueueShard shard;
    private final ArrayDeque<Group> stirred = new ArrayDeque<>();
    private final ArrayDeque<Queue> roomy = new ArrayDeque<>();
    private final List<Group> next = new ArrayList<>();
    private final List<Queue> nextRoomy = new ArrayList<>();
    private long numbers;

    Waiters(QueueShard shard) {
        this.shard = shard;
    }

    /** How many came before, so that nobody has the number of another. */
    long nextNumber() {
        return numbers++;
    }

    /** Whether somebody is to be looked at still. */
    boolean isStirred() {
        return isAnyone() || !next.isEmpty() || !nextRoomy.isEmpty();
    }

    void wait(Group group, Waiter.ReceiveWaiter receiver) {
        group.waiters.add(receiver);
        shard.aftermath().watch(group);
    }

    void wait(Queue queue, Waiter.EnqueueWaiter entrant) {
        queue.entrants.add(entrant);
        shard.aftermath().watch(queue);
    }

    /** There may be something for those who wait for messages of a group. */
    void stirred(Group group) {
        if (!group.stirred && !group.waiters.isEmpty()) {
            group.stirred = true;
            stirred.add(group);
        }
    }

    void stirred(Group group, Changes changes) {
        stirred(group);
    }

    /** The search for something goes on in the next turn. */
    void goesOn(Group group) {
        next.add(group);
    }

    /** The search for what can make room goes on in the next turn. */
    void goesOn(Queue queue) {
        nextRoomy.add(queue);
    }

    /** There may be room for those who wait to enqueue. */
    void roomMade(Queue queue) {
        if (!queue.stirred && !queue.entrants.isEmpty()) {
            queue.stirred = true;
            roomy.add(queue);
        }
    }

    void roomMade(Queue queue, Changes changes) {
        roomMade(queue);
    }

    /** A turn begins that has time for what the last one left. */
    void goOn() {
        next.forEach(this::stirred);
        next.clear();
        nextRoomy.forEach(this::roomMade);
        nextRoomy.clear();
    }

    /** Looks after all who may get something, as far as the turn has room. */
    void conclude(Changes changes) {
        while (isAnyone() && !changes.isFull()) {
            Queue queue = roomy.poll();
            if (queue != null) {
                queue.stirred = false;
                shard.intake().admit(queue, changes);
            } else {
                Group group = stirred.remove();
                serve(group, changes);
                group.stirred = false;
                shard.aftermath().watch(group);
            }
        }
    }

    private boolean isAnyone() {
        return !stirred.isEmpty() || !roomy.isEmpty();
    }

    /** Gives those who wait what there is. */
    void serve(Group group, Changes changes) {
        group.reading = false;
        Iterator<Waiter.ReceiveWaiter> inOrder = group.waiters.iterator();
        while (inOrder.hasNext() && !group.reading) {
            if (changes.isFull()) {
                goesOn(group);
                return;
            }
            Waiter.ReceiveWaiter receiver = inOrder.next();
            LeaseGrants.FetchResult haul = receiver.wish.grant(group, changes);
            group.reading = haul.later && haul.isEmpty();
            if (!haul.isEmpty()) {
                inOrder.remove();
                group.waiters.left(receiver);
                serve(group, receiver, haul, changes);
            } else if (!haul.ownLimit && receiver.until > changes.time()) {
                break; // those behind would find nothing either
            }
        }
        endWaits(group, changes);
    }

    private void serve(Group group, Waiter.ReceiveWaiter receiver, LeaseGrants.FetchResult haul, Changes changes) {
        receiver.parked.over();
        receiver.served(receiver.wish.outcome(haul), changes);
        ConsumerName consumer = receiver.consumer;
        if (consumer != null && !haul.isEmpty()) {
            shard.presence().received(group.workplace, consumer, haul.deliveries.size(), changes);
        }
    }

    /** Answers those who have waited long enough, unless what they wait for is being read. */
    void endWaits(Group group, Changes changes) {
        if (group.waiters.firstEnd() <= changes.time() && !group.reading) {
            for (Waiter.ReceiveWaiter receiver : group.waiters.takeEnded(changes.time())) {
                LeaseGrants.FetchResult last = receiver.wish.grant(group, changes);
                if (last.later && last.isEmpty()) {
                    group.reading = true;
                    group.waiters.add(receiver);
                } else {
                    serve(group, receiver, last, changes);
                }
            }
        }
    }

    /** Somebody does not want to wait any longer, and gets nothing. */
    void giveUp(Group group, Reply<?> reply, Changes changes) {
        Waiter.ReceiveWaiter receiver = group.waiters.take(reply);
        if (receiver != null) {
            receiver.parked.over();
            receiver.served(receiver.wish.outcome(new LeaseGrants.FetchResult()), changes);
        }
    }

    /** The group is deleted: whoever waits for it is refused at once. */
    void groupGone(Group group, Changes changes) {
        turnAway(group, new Rejection.GroupNotFound(group.queue.name, group.name), changes);
    }

    /** The queue is deleted: whoever waits for it is refused at once. */
    void queueGone(Queue queue, Changes changes) {
        Rejection why = new Rejection.QueueNotFound(queue.name);
        queue.groups.values().forEach(group -> turnAway(group, why, changes));
        queue.entrants.takeAll().forEach(entrant -> entrant.turnedAway(why, changes));
    }

    private static void turnAway(Group group, Rejection why, Changes changes) {
        for (Waiter.ReceiveWaiter receiver : group.waiters.takeAll()) {
            receiver.parked.over();
            receiver.turnedAway(why, changes);
        }
    }

    /** What is waited for cannot be read. */
    void failed(Group group, Rejection rejection) {
        if (group.reading) {
            group.reading = false;
            for (Waiter.ReceiveWaiter receiver : group.waiters.takeAll()) {
                receiver.parked.over();
                receiver.turnedAway(rejection);
            }
        }
    }

    /** No turn follows: everybody is refused. */
    void abandon(Rejection rejection) {
        List<Waiter<?>> all = new ArrayList<>();
        for (Queue queue : shard.table().all()) {
            queue.groups.values().forEach(group -> all.addAll(group.waiters.takeAll()));
            all.addAll(queue.entrants.takeAll());
        }
        all.forEach(waiter -> waiter.turnedAway(rejection));
    }
}
