package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.MessageInfo;
import dev.leat.api.NewMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Shows messages to those who only look. Messages that are not in memory are noted as missing: whoever looks reads them, and
 * looks again.
 */
final class MessageViews {
    private final Queue queue;
    private final long now;
    private final LoadedMessages loaded;
    private final BlockedMessages ahead = new BlockedMessages();

    /** The places that would have to be read. */
    final Set<Long> missing = new TreeSet<>();

    MessageViews(Queue queue, long now, LoadedMessages loaded) {
        this.queue = queue;
        this.now = now;
        this.loaded = loaded;
    }

    /** A message that is there; null if it has to be read first. */
    @Nullable
    QueuedMessage message(long at) {
        QueuedMessage message = queue.hot.get(at);
        message = message == null ? loaded.get(at) : message;
        if (message == null && queue.has(at) && !loaded.isTried(at)) {
            missing.add(at);
        }
        return message;
    }

    /** @param only the group that is asked about; null for all */
    MessageInfo of(QueuedMessage message, @Nullable GroupName only) {
        List<MessageInfo.InGroup> groups = new ArrayList<>();
        for (Group group : queue.groups.values()) {
            if (only == null || only.equals(group.name)) {
                groups.add(MessageStatus.of(group, message, ahead.holder(group, message), now, this::message));
            }
        }
        return new MessageInfo(
                message.key().id(),
                message.seq(),
                message.payload(),
                message.contentType(),
                message.orderKey(),
                queue.config.priority()
                        ? Position.priorityOf(Position.lane(message.at()))
                        : NewMessage.DEFAULT_PRIORITY,
                message.headers(),
                Instant.ofEpochMilli(message.enqueuedAt()),
                message.notBefore() == 0 ? null : Instant.ofEpochMilli(message.notBefore()),
                message.expiresAt() == Long.MAX_VALUE ? null : Instant.ofEpochMilli(message.expiresAt()),
                message.provenance(),
                groups);
    }
}
