package dev.leat.engine.queue.call;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.engine.queue.codec.StoredMessages;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Views of messages for queries. Positions of messages that are not in memory are collected as {@code missing}, to be read before a
 * second try.
 */
final class MessageViews {
    private final Queue queue;
    private final long now;
    private final LoadedMessages loaded;
    private final BlockedMessages ahead = new BlockedMessages();

    /** The positions of messages that have to be read. */
    final Set<Long> missing = new TreeSet<>();

    MessageViews(Queue queue, long now, LoadedMessages loaded) {
        this.queue = queue;
        this.now = now;
        this.loaded = loaded;
    }

    /** Returns a message; null if it is absent, or has to be read first. */
    @Nullable
    QueuedMessage message(long at) {
        QueuedMessage message = queue.resident.get(at);
        message = message == null ? loaded.get(at) : message;
        if (message == null && queue.has(at) && !loaded.isTried(at)) {
            missing.add(at);
        }
        return message;
    }

    /** @param only the group to show; null for all */
    MessageInfo of(QueuedMessage message, @Nullable GroupName only) {
        List<MessageInfo.InGroup> groups = new ArrayList<>();
        for (Group group : queue.groups.values()) {
            if (only == null || only.equals(group.name)) {
                groups.add(MessageStatus.of(group, message, ahead.holder(group, message), now, this::message));
            }
        }
        return new MessageInfo(
                message.id().encoded(),
                message.seq(),
                message.payload(),
                message.contentType(),
                message.orderKey(),
                queue.config.priority()
                        ? Positions.priorityOf(Positions.lane(message.at()))
                        : NewMessage.DEFAULT_PRIORITY,
                message.headers(),
                Instant.ofEpochMilli(message.enqueuedAt()),
                message.notBefore() == 0 ? null : Instant.ofEpochMilli(message.notBefore()),
                message.expiresAt() == Long.MAX_VALUE ? null : Instant.ofEpochMilli(message.expiresAt()),
                message.provenance(),
                groups);
    }

    /** State of a message in a group, as queries show it. */
    static final class MessageStatus {
        private MessageStatus() {}

        /**
         * @param holder the position of the message that blocks this one; -1 for none
         * @param known finds messages by position
         */
        static MessageInfo.InGroup of(
                Group group,
                QueuedMessage message,
                long holder,
                long now,
                LongFunction<@Nullable QueuedMessage> known) {
            DeliveryState entry = group.entry(message.at());
            MessageInfo.State state = state(group, message, entry, holder, now);
            QueuedMessage before = state == MessageInfo.State.BLOCKED ? known.apply(holder) : null;
            return new MessageInfo.InGroup(
                    group.name,
                    state,
                    entry == null ? 0 : entry.attempts(),
                    entry == null ? 0 : entry.releases(),
                    due(group, message, entry, state),
                    consumer(entry, state),
                    before == null ? null : before.id().encoded(),
                    entry == null ? List.of() : entry.history());
        }

        private static MessageInfo.State state(
                Group group, QueuedMessage message, @Nullable DeliveryState entry, long holder, long now) {
            long at = message.at();
            if (group.isDone(at)) {
                return group.dead.contains(at) ? MessageInfo.State.DEAD : MessageInfo.State.DONE;
            }
            if (entry == null && message.notBefore() > now) {
                return MessageInfo.State.SCHEDULED;
            }
            return switch (entry == null ? DeliveryState.State.READY : entry.state()) {
                case READY -> holder < 0 ? MessageInfo.State.READY : MessageInfo.State.BLOCKED;
                case SCHEDULED -> MessageInfo.State.SCHEDULED;
                case LEASED -> MessageInfo.State.LEASED;
                case PARKED -> MessageInfo.State.PARKED;
                case MOVING -> MessageInfo.State.DEAD;
            };
        }

        private static @Nullable Instant due(
                Group group, QueuedMessage message, @Nullable DeliveryState entry, MessageInfo.State state) {
            return switch (state) {
                case SCHEDULED -> Instant.ofEpochMilli(entry == null ? message.notBefore() : entry.due());
                case LEASED -> entry == null ? null : Instant.ofEpochMilli(group.due(message.at(), entry));
                default -> null;
            };
        }

        private static @Nullable ConsumerName consumer(@Nullable DeliveryState entry, MessageInfo.State state) {
            String consumer = entry == null ? null : entry.consumer();
            return consumer == null || state != MessageInfo.State.LEASED ? null : ConsumerName.of(consumer);
        }
    }

    /**
     * Finder of the message that blocks another one by its key. A group knows it for messages that its cursor has passed; ahead of the
     * cursor this walks over messages in memory, up to a limit.
     */
    static final class BlockedMessages {
        private static final int STEPS = 10_000;

        private final Map<Group, Walk> walks = new HashMap<>();

        /** Progress of the walk over one group, and the first message of each key. */
        private static final class Walk {
            final Map<String, Long> first = new HashMap<>();
            long next;
            int steps;
        }

        /** Returns the position of the message that blocks this one; -1 for none. */
        long holder(Group group, QueuedMessage message) {
            String key = group.key(message);
            if (key == null) {
                return -1;
            }
            long holder = group.keyIndex.holder(key);
            if (holder < 0 && !group.hasPassed(message.at())) {
                holder = walk(group, message.at()).first.getOrDefault(key, -1L);
            }
            return holder < message.at() ? holder : -1;
        }

        /** Walks up to a position. Keys count only in queues without priorities, so there is one lane. */
        private Walk walk(Group group, long to) {
            Walk walk = walks.computeIfAbsent(group, ahead -> new Walk());
            walk.next = group.done.firstAbsent(Math.max(walk.next, group.cursors[0]));
            while (walk.next < to && walk.steps++ < STEPS) {
                QueuedMessage message = group.queue.resident.get(walk.next);
                String key = message == null || !message.isFor(group.name) ? null : group.key(message);
                if (key != null && group.keyIndex.holds(walk.next)) {
                    walk.first.putIfAbsent(key, walk.next);
                }
                walk.next = group.done.firstAbsent(walk.next + 1);
            }
            return walk;
        }
    }

    /** Messages that were read for a query, and the positions for which that was tried. */
    static final class LoadedMessages {
        private final Map<Long, QueuedMessage> messages = new HashMap<>();
        private final Set<Long> tried = new HashSet<>();

        void read(long queue, Set<Long> places, StoredMessages stored) {
            tried.addAll(places);
            messages.putAll(stored.find(queue, places));
        }

        void add(QueuedMessage message) {
            tried.add(message.at());
            messages.put(message.at(), message);
        }

        @Nullable
        QueuedMessage get(long at) {
            return messages.get(at);
        }

        boolean isTried(long at) {
            return tried.contains(at);
        }
    }
}
