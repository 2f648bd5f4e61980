package dev.leat.engine.queue.delivery;

import dev.leat.api.queue.NewMessage;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.OrderKeyIndex;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.Changes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the next message of a group: highest priority first, then in the order of enqueueing; a returned message keeps its position.
 * In a lane all returned messages are before the cursor, so a choice looks at one position per lane, however many messages there are.
 */
public final class ReadySelector {
    /** No message is available. */
    public static final long NONE = Positions.NONE;

    /** A message may be available after a load, or after a further search. */
    public static final long LATER = -2;

    /** How many messages one search passes without a result. */
    private static final int STEPS = 10_000;

    /** How many messages a fair queue looks ahead. */
    private static final int AHEAD = 10_000;

    private final QueueShardContext shard;
    private final GroupDeadlines groupDeadlines;
    private final MessageReadAhead messages;
    private final WakeList wakes;
    private final QueueMetadataSize metadataSize;

    public ReadySelector(
            QueueShardContext shard,
            GroupDeadlines groupDeadlines,
            MessageReadAhead messages,
            WakeList wakes,
            QueueMetadataSize metadataSize) {
        this.shard = shard;
        this.groupDeadlines = groupDeadlines;
        this.messages = messages;
        this.wakes = wakes;
        this.metadataSize = metadataSize;
    }

    /**
     * Returns the position of the next message, without taking it.
     *
     * @param receive the number of the receive, which may take several messages of one key
     */
    public long next(Group group, long receive, Changes changes) {
        if (group.queue.config.fair() && !group.queue.config.priority()) {
            return nextByTurn(group, changes);
        }
        return group.queue.config.ageStep() != null && group.queue.config.priority()
                ? nextByAge(group, receive, changes)
                : nextByPlace(group, receive, changes);
    }

    private long nextByPlace(Group group, long receive, Changes changes) {
        for (int lane = 0; lane < group.queue.lanes(); lane++) {
            long at = nextOf(lane, group, receive, changes);
            if (at != NONE) {
                return at;
            }
        }
        return NONE;
    }

    /** Returns the next message by age: each step of waiting counts as one priority more; among equals the older comes first. */
    private long nextByAge(Group group, long receive, Changes changes) {
        long step = Objects.requireNonNull(group.queue.config.ageStep()).toMillis();
        QueuedMessage best = null;
        long highest = -1;
        for (int lane = 0; lane < group.queue.lanes(); lane++) {
            long at = nextOf(lane, group, receive, changes);
            if (at == LATER) {
                return LATER;
            }
            QueuedMessage message = at == NONE ? null : group.queue.resident.get(at);
            if (message != null) {
                long aged = Positions.priorityOf(lane) + Math.max(0, changes.time() - message.enqueuedAt()) / step;
                long priority = Math.min(aged, NewMessage.HIGHEST_PRIORITY);
                if (best == null || priority > highest || (priority == highest && message.seq() < best.seq())) {
                    best = message;
                    highest = priority;
                }
            }
        }
        return best == null ? NONE : best.at();
    }

    /** Returns the next message of a fair queue. It looks ahead, so that a key with many messages does not hide the others. */
    private long nextByTurn(Group group, Changes changes) {
        boolean all = passAhead(group, changes);
        while (group.roundRobin.first() != NONE) {
            long at = group.roundRobin.first();
            QueuedMessage message = find(group.queue, at);
            if (message == null) {
                return LATER;
            }
            boolean over = groupDeadlines.endIfOver(group, message, changes);
            if (!over && group.roundRobin.affords(message.bytes())) {
                return at;
            }
            if (over && changes.isFull()) {
                wakes.resumeNextTurn(group);
                return LATER;
            }
        }
        return all ? NONE : LATER;
    }

    private boolean passAhead(Group group, Changes changes) {
        for (int steps = 0; steps < AHEAD && group.ready.size() < AHEAD; steps++) {
            long at = group.done.firstAbsent(group.cursors[0]);
            if (at >= group.queue.next[0]) {
                return true;
            }
            QueuedMessage message = find(group.queue, at);
            if (message == null) {
                return false;
            }
            passReady(group, message, changes);
        }
        if (group.ready.isEmpty()) {
            wakes.resumeNextTurn(group);
        }
        return false;
    }

    private long nextOf(int lane, Group group, long receive, Changes changes) {
        Long returned = group.ready.ceiling(Positions.first(lane));
        while (returned != null && Positions.lane(returned) == lane) {
            QueuedMessage message = find(group.queue, returned);
            if (message == null) {
                return LATER;
            }
            if (!groupDeadlines.endIfOver(group, message, changes)) {
                return returned;
            }
            if (changes.isFull()) {
                wakes.resumeNextTurn(group);
                return LATER;
            }
            returned = group.ready.ceiling(Positions.first(lane));
        }
        return advance(lane, group, receive, changes);
    }

    /** Moves the cursor of a lane to the first message that can be delivered. */
    private long advance(int lane, Group group, long receive, Changes changes) {
        long end = group.queue.next[lane];
        for (int steps = 0; steps < STEPS; steps++) {
            long at = group.done.firstAbsent(group.cursors[lane]);
            group.cursors[lane] = Math.min(at, end);
            if (at >= end) {
                return NONE;
            }
            QueuedMessage message = find(group.queue, at);
            if (message == null) {
                return LATER;
            }
            if (isNext(group, message, receive, changes)) {
                return at;
            }
            pass(group, message);
        }
        wakes.resumeNextTurn(group);
        return LATER;
    }

    /** Returns the position of the last message that can be delivered. Messages that their key blocks are left out. */
    public long last(Group group, Changes changes) {
        for (int lane = group.queue.lanes() - 1; lane >= 0; lane--) {
            long at = lastOf(lane, group, changes);
            if (at != NONE) {
                return at;
            }
        }
        return NONE;
    }

    private long lastOf(int lane, Group group, Changes changes) {
        long from = group.queue.next[lane] - 1;
        for (int steps = 0; steps < STEPS; steps++) {
            long at = Math.max(Positions.first(lane) - 1, group.done.lastAbsent(group.emptyFromTail.lastAbsent(from)));
            group.emptyFromTail.addRange(at + 1, from + 1);
            if (at < Positions.first(lane)) {
                return NONE;
            }
            long found = group.emptyFromTail.contains(at) ? NONE : lastAt(at, group, changes);
            if (found != NONE) {
                return found;
            }
            group.emptyFromTail.add(at);
            from = at;
        }
        wakes.resumeNextTurn(group);
        return LATER;
    }

    /**
     * Returns the position if its message can be delivered, else {@link #NONE}. With a key that is known only after all messages before
     * it are passed.
     */
    private long lastAt(long at, Group group, Changes changes) {
        if (!group.isReady(at) || (group.hasPassed(at) && !group.ready.contains(at))) {
            return NONE;
        }
        QueuedMessage message = find(group.queue, at);
        if (message == null) {
            return LATER;
        }
        if (group.key(message) != null && !group.hasPassed(at)) {
            return passAll(Positions.lane(at), group, changes) ? lastAt(at, group, changes) : LATER;
        }
        return isDue(group, message, changes) && !groupDeadlines.endIfOver(group, message, changes) ? at : NONE;
    }

    /** Moves a cursor to the end. Returns whether it got there. */
    private boolean passAll(int lane, Group group, Changes changes) {
        for (int steps = 0; steps < STEPS; steps++) {
            long at = group.done.firstAbsent(group.cursors[lane]);
            if (at >= group.queue.next[lane]) {
                return true;
            }
            QueuedMessage message = find(group.queue, at);
            if (message == null) {
                return false;
            }
            passReady(group, message, changes);
        }
        wakes.resumeNextTurn(group);
        return false;
    }

    private void passReady(Group group, QueuedMessage message, Changes changes) {
        boolean due = isDue(group, message, changes);
        pass(group, message);
        String key = group.key(message);
        boolean first = key == null || group.keyIndex.holder(key) == message.at();
        if (due && first && group.isReady(message.at())) {
            group.addReady(message.at());
        }
    }

    /** Returns whether the delay of a message has ended. If not, the message becomes scheduled in the group. */
    private boolean isDue(Group group, QueuedMessage message, Changes changes) {
        if (group.entry(message.at()) == null && message.notBefore() > changes.time()) {
            DeliveryState scheduled = group.untouched(message).again(changes.time(), message.notBefore(), null);
            shard.put(group, message.at(), scheduled, changes);
            return false;
        }
        return true;
    }

    private boolean isNext(Group group, QueuedMessage message, long receive, Changes changes) {
        if (!message.isFor(group.name)) { // enqueued before the group was created
            shard.end(group, message.at(), RemovalReason.SKIPPED, changes);
            return false;
        }
        boolean ready = isDue(group, message, changes) && group.isReady(message.at());
        return ready && isKeyFree(group, message, receive) && !groupDeadlines.endIfOver(group, message, changes);
    }

    private static boolean isKeyFree(Group group, QueuedMessage message, long receive) {
        String key = group.key(message);
        OrderKeyIndex.KeyBacklog backlog = key == null ? null : group.keyIndex.of(key);
        if (backlog == null || backlog.isEmpty()) {
            return true;
        }
        return goesOn(group, backlog, receive) && follower(group, backlog) == backlog.size();
    }

    /** Returns whether a receive that took the first messages of a key may take one more. */
    private static boolean goesOn(Group group, OrderKeyIndex.KeyBacklog backlog, long receive) {
        return backlog.receive == receive && backlog.taken < group.queue.config.keyBatch();
    }

    /** Returns the index, in its backlog, of the message after those that a receive has taken. Settled messages are skipped. */
    private static int follower(Group group, OrderKeyIndex.KeyBacklog backlog) {
        int next = backlog.after;
        while (next < backlog.size() && !group.keyIndex.holds(backlog.get(next))) {
            next++;
        }
        return next;
    }

    /** Takes a message: removes it from the ready set, or passes it. */
    public void take(Group group, QueuedMessage message, long receive) {
        long at = message.at();
        if (!group.removeReady(at) && !group.hasPassed(at)) {
            pass(group, message);
        }
        String key = group.key(message);
        OrderKeyIndex.KeyBacklog backlog = key == null ? null : group.keyIndex.of(key);
        if (backlog != null) {
            boolean first = backlog.receive != receive;
            backlog.taken = first ? 1 : backlog.taken + 1;
            backlog.after = first ? 0 : backlog.after;
            backlog.receive = receive;
            backlog.passTo(at);
            group.keyIndex.taken(at, backlog);
        }
    }

    /**
     * Adds the next message of a key to the ready set, for the receive that took the one before. Returns its position, or -1; the caller
     * removes it if it was not taken.
     */
    long offerNext(Group group, QueuedMessage taken, long receive) {
        String key = group.key(taken);
        OrderKeyIndex.KeyBacklog backlog = key == null ? null : group.keyIndex.of(key);
        if (backlog == null || !goesOn(group, backlog, receive)) {
            return NONE;
        }
        int next = follower(group, backlog);
        long at = next < backlog.size() ? backlog.get(next) : NONE;
        if (at == NONE || !group.isReady(at)) {
            return NONE;
        }
        group.keyIndex.taken(at, backlog);
        group.addReady(at);
        return at;
    }

    private void pass(Group group, QueuedMessage message) {
        long at = message.at();
        group.cursors[Positions.lane(at)] = Math.max(group.cursors[Positions.lane(at)], at + 1);
        String key = group.key(message);
        if (key != null && !group.isDone(at)) {
            group.keyIndex.join(key, at);
            metadataSize.changed(group);
        }
    }

    private @Nullable QueuedMessage find(Queue queue, long at) {
        return messages.find(queue, at);
    }
}
