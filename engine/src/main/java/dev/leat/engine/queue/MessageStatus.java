package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.MessageInfo;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** How a message stands in a group, in the words of those who ask. */
final class MessageStatus {
    private MessageStatus() {}

    /**
     * @param holder the place of the message that holds back this one; -1 if none does
     * @param known the messages that can be named
     */
    static MessageInfo.InGroup of(
            Group group, QueuedMessage message, long holder, long now, LongFunction<@Nullable QueuedMessage> known) {
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
                before == null ? null : before.key().id(),
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
