package dev.leat.api.queue;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which dead letters are meant; null or empty is all. */
public record RedriveFilter(
        @Nullable QueueName originQueue,
        @Nullable GroupName originGroup,
        Provenance.@Nullable Reason reason,
        Set<MessageId> messageIds) {

    public static final RedriveFilter ALL = new RedriveFilter(null, null, null, Set.of());

    public RedriveFilter {
        messageIds = Set.copyOf(messageIds);
    }
}
