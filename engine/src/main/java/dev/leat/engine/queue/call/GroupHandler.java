package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.CreateGroupResult;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.queue.codec.StoredMessages;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Handler of the commands that create, move and delete groups of fan-out queues. */
public final class GroupHandler {

    private final Groups groups;
    private final QueueMetadataSize metadataSize;

    public GroupHandler(Groups groups, QueueMetadataSize metadataSize) {
        this.groups = groups;
        this.metadataSize = metadataSize;
    }

    /**
     * Creates a group of a fan-out queue.
     *
     * @param startPosition the result of the search for its first messages; null if the start needs none
     */
    Decision<CreateGroupResult> create(
            Queue queue,
            QueueCommand.CreateGroup command,
            Groups.@Nullable GroupStartPosition startPosition,
            Changes changes) {
        if (queue.isWork()) {
            return Decision.reject(new Rejection.BadArgument("a work queue has one group only: " + queue.name));
        }
        Group there = queue.groups.get(command.group());
        if (there != null) {
            return there.start.equals(Group.StartKind.of(command.start()))
                    ? Decision.accept(new CreateGroupResult(false, QueueInfos.of(there)))
                    : Decision.reject(new Rejection.GroupExists(queue.name, command.group()));
        }
        Rejection flaw = flaw(queue, command, startPosition);
        if (flaw != null) {
            return Decision.reject(flaw);
        }
        Group group = groups.create(queue, command.group(), command.start(), startPosition, changes);
        return Decision.accept(new CreateGroupResult(true, QueueInfos.of(group)));
    }

    private @Nullable Rejection flaw(
            Queue queue, QueueCommand.CreateGroup command, Groups.@Nullable GroupStartPosition startPosition) {
        Rejection unfit = NameRules.flaw(command.group());
        if (unfit != null) {
            return unfit;
        }
        return startPosition != null && startPosition.queue() != queue.number
                ? new Rejection.QueueNotFound(queue.name)
                : metadataSize.flaw();
    }

    /** Moves the cursor of a group. */
    Decision<QueueOutcome.GroupMoved> seek(
            Group group,
            QueueCommand.SeekGroup command,
            Groups.@Nullable GroupStartPosition startPosition,
            Changes changes) {
        Rejection flaw = flaw(group, command, startPosition);
        if (flaw != null) {
            return Decision.reject(flaw);
        }
        groups.move(group, command.to(), startPosition, changes);
        return Decision.accept(new QueueOutcome.GroupMoved(QueueInfos.of(group)));
    }

    private static @Nullable Rejection flaw(
            Group group, QueueCommand.SeekGroup command, Groups.@Nullable GroupStartPosition startPosition) {
        if (group.queue.isWork()) {
            return new Rejection.BadArgument("only groups of fan-out queues are moved");
        }
        return startPosition != null && startPosition.queue() != group.queue.number
                ? new Rejection.QueueNotFound(group.queue.name)
                : Groups.inUse(group, command.force());
    }

    /** Deletes a group, with the messages that only this group needed. */
    Decision<QueueOutcome.GroupDeleted> delete(Group group, QueueCommand.DeleteGroup command, Changes changes) {
        Rejection flaw = group.queue.isWork()
                ? new Rejection.BadArgument("the group of a work queue cannot be deleted")
                : Groups.inUse(group, command.force());
        if (flaw != null) {
            return Decision.reject(flaw);
        }
        groups.remove(group, changes);
        return Decision.accept(new QueueOutcome.GroupDeleted());
    }

    /**
     * Search for the first messages of a group that starts at a time or a seq. The shard looks at the messages in memory first and the
     * store is searched after that: a message that leaves memory meanwhile is in the store by then.
     */
    public static final class GroupStartSearch {
        private final GroupStart start;

        public GroupStartSearch(GroupStart start) {
            this.start = start;
        }

        /** Returns whether a start needs a search. */
        public static boolean isNeeded(GroupStart start) {
            return start instanceof GroupStart.Seq || start instanceof GroupStart.Timestamp;
        }

        /** Searches the messages in memory. */
        public Groups.GroupStartPosition look(Queue queue, long now) {
            long[] found = Groups.GroupStartPosition.nowhere();
            Predicate<QueuedMessage> meant = meant();
            for (QueuedMessage message : queue.resident.values()) {
                int lane = Positions.lane(message.at());
                if (message.at() < found[lane] && meant.test(message)) {
                    found[lane] = message.at();
                }
            }
            boolean past = switch (start) {
                case GroupStart.Timestamp(Instant moment) -> moment.toEpochMilli() <= now;
                case GroupStart.Seq(long seq) -> seq <= queue.nextSeq;
                default -> true;
            };
            return new Groups.GroupStartPosition(queue.number, found, queue.next.clone(), past);
        }

        /** Searches the store. */
        public Groups.GroupStartPosition complete(Groups.GroupStartPosition seen, StoredMessages stored) {
            long[] found = seen.found().clone();
            Predicate<QueuedMessage> meant = meant();
            for (int lane = 0; lane < Positions.LANES; lane++) {
                found[lane] = Math.min(found[lane], first(seen, lane, meant, stored));
            }
            return new Groups.GroupStartPosition(seen.queue(), found, seen.ends(), seen.past());
        }

        /**
         * Returns the first message of a lane that the start includes, by binary search: a lane is ordered by seq and by time of
         * enqueueing.
         */
        private static long first(
                Groups.GroupStartPosition seen, int lane, Predicate<QueuedMessage> meant, StoredMessages stored) {
            long from = Positions.first(lane);
            long to = seen.ends()[lane];
            long found = Groups.GroupStartPosition.NONE;
            while (from < to) {
                long middle = from + (to - from) / 2;
                QueuedMessage message = stored.first(seen.queue(), middle, to);
                if (message == null || meant.test(message)) {
                    found = message == null ? found : message.at();
                    to = middle;
                } else {
                    from = message.at() + 1;
                }
            }
            return found;
        }

        private Predicate<QueuedMessage> meant() {
            return switch (start) {
                case GroupStart.Timestamp(Instant moment) -> message -> message.enqueuedAt() >= moment.toEpochMilli();
                case GroupStart.Seq(long seq) -> message -> message.seq() >= seq;
                default -> message -> true;
            };
        }
    }
}
