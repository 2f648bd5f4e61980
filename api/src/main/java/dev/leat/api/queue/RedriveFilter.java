package dev.leat.api.queue;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects dead letters. A field that is null or empty selects all; several fields select what matches each of them.
 *
 * @param originQueue the queue in which the messages ran out of attempts
 * @param originGroup the group of that queue
 * @param reason why the messages became dead letters
 * @param messageIds the ids of single messages
 */
public record RedriveFilter(
        @Nullable QueueName originQueue,
        @Nullable GroupName originGroup,
        Provenance.@Nullable Reason reason,
        Set<MessageId> messageIds) {

    /** Selects all dead letters. */
    public static final RedriveFilter ALL = new RedriveFilter(null, null, null, Set.of());

    public RedriveFilter {
        messageIds = Set.copyOf(messageIds);
    }

    /** Returns a copy that selects dead letters of one queue. */
    public RedriveFilter withOriginQueue(String queue) {
        return new RedriveFilter(QueueName.of(queue), originGroup, reason, messageIds);
    }

    /** Returns a copy that selects dead letters of one group. */
    public RedriveFilter withOriginGroup(String group) {
        return new RedriveFilter(originQueue, GroupName.of(group), reason, messageIds);
    }

    /** Returns a copy that selects dead letters with one reason. */
    public RedriveFilter withReason(Provenance.Reason value) {
        return new RedriveFilter(originQueue, originGroup, value, messageIds);
    }

    /** Returns a copy that selects single messages. */
    public RedriveFilter withMessageIds(Set<MessageId> ids) {
        return new RedriveFilter(originQueue, originGroup, reason, ids);
    }
}
