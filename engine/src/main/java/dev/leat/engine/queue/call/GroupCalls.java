package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.CreateGroupResult;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.codec.StoredMessages;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Position;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.Changes;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Calls that create, move and delete groups of fan-out queues. */
public final class GroupCalls {

    private final ShardScope scope;
    private final Groups groups;
    private final QueueMetadataSize metadataSize;

    public GroupCalls(ShardScope scope, Groups groups, QueueMetadataSize metadataSize) {
        this.scope = scope;
        this.groups = groups;
        this.metadataSize = metadataSize;
    }

    /** Creates a group of a fan-out queue. */
    final class CreateGroupCall extends QueueCall<CreateGroupResult> {
        private final QueueCommand.CreateGroup command;
        private final Groups.@Nullable GroupStartPosition startPosition;

        CreateGroupCall(
                QueueCommand.CreateGroup command,
                Groups.@Nullable GroupStartPosition startPosition,
                Reply<? super CreateGroupResult> reply) {
            super(scope.table(), command.queue(), reply);
            this.command = command;
            this.startPosition = startPosition;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Group there = queue.groups.get(command.group());
            if (queue.isWork()) {
                rejected(new Rejection.BadArgument("a work queue has one group only: " + name));
            } else if (there == null) {
                create(queue, changes);
            } else if (there.start.equals(Group.StartKind.of(command.start()))) {
                decided(new CreateGroupResult(false, QueueInfos.of(there)));
            } else {
                rejected(new Rejection.GroupExists(name, command.group()));
            }
        }

        private void create(Queue queue, Changes changes) {
            Rejection unfit = NameRules.flaw(command.group());
            if (unfit != null) {
                rejected(unfit);
                return;
            }
            if (startPosition != null && startPosition.queue() != queue.number) {
                rejected(new Rejection.QueueNotFound(name));
                return;
            }
            Rejection full = metadataSize.flaw();
            if (full != null) {
                rejected(full);
                return;
            }
            Group group = groups.create(queue, command.group(), command.start(), startPosition, changes);
            decided(new CreateGroupResult(true, QueueInfos.of(group)));
        }
    }

    /** Moves the cursor of a group. */
    final class SeekGroupCall extends QueueCall.GroupCall<QueueOutcome.GroupMoved> {
        private final QueueCommand.SeekGroup command;
        private final Groups.@Nullable GroupStartPosition startPosition;

        SeekGroupCall(
                QueueCommand.SeekGroup command,
                Groups.@Nullable GroupStartPosition startPosition,
                Reply<? super QueueOutcome.GroupMoved> reply) {
            super(scope.table(), command.queue(), command.group(), reply);
            this.command = command;
            this.startPosition = startPosition;
        }

        @Override
        void decide(Group group, Changes changes) {
            Rejection rejection = rejection(group);
            if (rejection != null) {
                rejected(rejection);
            } else {
                groups.move(group, command.to(), startPosition, changes);
                decided(new QueueOutcome.GroupMoved(QueueInfos.of(group)));
            }
        }

        private @Nullable Rejection rejection(Group group) {
            if (group.queue.isWork()) {
                return new Rejection.BadArgument("only groups of fan-out queues are moved");
            }
            if (startPosition != null && startPosition.queue() != group.queue.number) {
                return new Rejection.QueueNotFound(name);
            }
            return Groups.inUse(group, command.force());
        }
    }

    /** Deletes a group, with the messages that only this group needed. */
    final class DeleteGroupCall extends QueueCall.GroupCall<QueueOutcome.GroupDeleted> {
        private final QueueCommand.DeleteGroup command;

        DeleteGroupCall(QueueCommand.DeleteGroup command, Reply<? super QueueOutcome.GroupDeleted> reply) {
            super(scope.table(), command.queue(), command.group(), reply);
            this.command = command;
        }

        @Override
        void decide(Group group, Changes changes) {
            Rejection rejection = group.queue.isWork()
                    ? new Rejection.BadArgument("the group of a work queue cannot be deleted")
                    : Groups.inUse(group, command.force());
            if (rejection != null) {
                rejected(rejection);
            } else {
                groups.remove(group, changes);
                decided(new QueueOutcome.GroupDeleted());
            }
        }
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
        public void look(Queue queue, long now, Reply<Groups.GroupStartPosition> answer) {
            long[] found = Groups.GroupStartPosition.nowhere();
            Predicate<QueuedMessage> meant = meant();
            for (QueuedMessage message : queue.resident.values()) {
                int lane = Position.lane(message.at());
                if (message.at() < found[lane] && meant.test(message)) {
                    found[lane] = message.at();
                }
            }
            boolean past = switch (start) {
                case GroupStart.Timestamp(Instant moment) -> moment.toEpochMilli() <= now;
                case GroupStart.Seq(long seq) -> seq <= queue.nextSeq;
                default -> true;
            };
            answer.answered(new Groups.GroupStartPosition(queue.number, found, queue.next.clone(), past));
        }

        /** Searches the store. */
        public Groups.GroupStartPosition complete(Groups.GroupStartPosition seen, StoredMessages stored) {
            long[] found = seen.found().clone();
            Predicate<QueuedMessage> meant = meant();
            for (int lane = 0; lane < Position.LANES; lane++) {
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
            long from = Position.first(lane);
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
