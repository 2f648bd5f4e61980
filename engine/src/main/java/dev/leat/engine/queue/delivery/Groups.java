package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.PositionSet;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.Changes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Creation, moves and removal of groups. */
public final class Groups {
    private final QueueShardContext shard;
    private final IdleGroupExpiry idleGroups;

    public Groups(QueueShardContext shard, IdleGroupExpiry idleGroups) {
        this.shard = shard;
        this.idleGroups = idleGroups;
    }

    /** @param startPosition the result of the search; null if none was needed */
    public Group create(
            Queue queue,
            GroupName name,
            GroupStart start,
            @Nullable GroupStartPosition startPosition,
            Changes changes) {
        int number = queue.nextGroup;
        PositionSet done = before(queue, from(queue, start, startPosition));
        shard.change(
                new QueueChange.OfGroup(
                        queue.number, number, name, Group.StartKind.of(start), false, changes.time(), done),
                changes);
        Group group = queue.byNumber.get(number);
        if (group == null) {
            throw new IllegalStateException("the group " + name + " was not created");
        }
        skipExcluded(group, changes);
        idleGroups.watch(group, changes.time());
        return group;
    }

    /** Moves a group. Its record of settled messages starts anew. */
    public void move(Group group, GroupStart to, @Nullable GroupStartPosition startPosition, Changes changes) {
        PositionSet done = before(group.queue, from(group.queue, to, startPosition));
        shard.change(
                new QueueChange.OfGroup(
                        group.queue.number, group.number, group.name, group.start, group.paused, group.created, done),
                changes);
        idleGroups.touched(group, changes.time());
        skipExcluded(group, changes);
    }

    /**
     * Records which messages in memory the group skips or delays, as far as the turn has room. For other messages that happens when the
     * cursor reaches them.
     */
    private void skipExcluded(Group group, Changes changes) {
        Queue queue = group.queue;
        for (QueuedMessage message : queue.resident.values()) {
            long at = message.at();
            if (changes.isFull() || group.isDone(at)) {
                continue;
            }
            if (!message.isFor(group.name)) {
                shard.end(group, at, RemovalReason.SKIPPED, changes);
            } else if (message.notBefore() > changes.time()) {
                DeliveryState scheduled = group.untouched(message).again(changes.time(), message.notBefore(), null);
                shard.put(group, at, scheduled, changes);
            }
        }
    }

    public void remove(Group group, Changes changes) {
        shard.change(new QueueChange.GroupRemoved(group.queue.number, group.number), changes);
    }

    public void pause(Group group, boolean paused, Changes changes) {
        shard.change(
                new QueueChange.OfGroup(
                        group.queue.number, group.number, group.name, group.start, paused, group.created, null),
                changes);
    }

    /** Returns why a group cannot be moved or removed now; null if it can. */
    public static @Nullable Rejection inUse(Group group, boolean force) {
        int leased = group.count(DeliveryState.State.LEASED);
        if (leased > 0 && !force) {
            return new Rejection.InUse("the group " + group.name + " has " + leased + " leases");
        }
        int moving = group.count(DeliveryState.State.MOVING);
        return moving == 0
                ? null
                : new Rejection.InUse(moving + " messages of the group " + group.name + " are on their way elsewhere");
    }

    /** Returns the first position of each lane that a group sees. */
    private static long[] from(Queue queue, GroupStart start, @Nullable GroupStartPosition startPosition) {
        if (startPosition != null) {
            return startPosition.in(queue);
        }
        long[] from = new long[Positions.LANES];
        for (int lane = 0; lane < Positions.LANES; lane++) {
            long first = Positions.first(lane);
            from[lane] = switch (start) {
                case GroupStart.Head head -> first;
                case GroupStart.Seq(long seq) -> Math.min(first + seq, queue.next[lane]);
                case GroupStart.Tail tail -> queue.next[lane];
                case GroupStart.Timestamp timestamp -> queue.next[lane];
            };
        }
        return from;
    }

    /** Returns the positions that a group skips: those before its start, and messages that are overdue and only kept for other groups. */
    private static PositionSet before(Queue queue, long[] from) {
        PositionSet done = new PositionSet();
        for (int lane = 0; lane < Positions.LANES; lane++) {
            done.addRange(Positions.first(lane), from[lane]);
        }
        queue.overdue.keySet().forEach(done::add);
        return done;
    }

    /**
     * Start of a group, as a search has found it: the first message of each lane.
     *
     * @param queue the number of the queue that was searched
     * @param found {@link #NONE} for a lane without a match
     * @param ends the end of each lane when the search began
     * @param past whether the group sees messages enqueued since then; else it sees only those enqueued after it is created
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record GroupStartPosition(long queue, long[] found, long[] ends, boolean past) {
        public static final long NONE = Long.MAX_VALUE;

        public static long[] nowhere() {
            long[] found = new long[Positions.LANES];
            Arrays.fill(found, NONE);
            return found;
        }

        public long[] in(Queue now) {
            long[] from = new long[Positions.LANES];
            for (int lane = 0; lane < Positions.LANES; lane++) {
                long rest = past ? ends[lane] : now.next[lane];
                from[lane] = found[lane] == NONE ? rest : found[lane];
            }
            return from;
        }
    }
}
