package dev.leat.engine.queue.state;

import dev.leat.api.ContentType;
import dev.leat.api.GroupName;
import dev.leat.api.Provenance;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was enqueued. It never changes; what groups make of it is an {@link DeliveryState} of theirs.
 *
 * @param notBefore when it becomes ready, in epoch milliseconds; 0 for at once
 * @param expiresAt when its time is over; {@link Long#MAX_VALUE} for never
 * @param ttl the time to live that it was given itself, in milliseconds; 0 for what the queue says. Of a dead letter, what holds
 *     again, from then on, when it is sent back
 * @param maxAttempts 0 for what the queue says; of a dead letter, what holds again when it is sent back
 * @param groups the groups that are to see it; empty for all
 * @param provenance set for a dead letter
 * @param origin where it was before, if it has moved
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record QueuedMessage(
        long at,
        long seq,
        MessageKey key,
        long enqueuedAt,
        byte[] payload,
        ContentType contentType,
        @Nullable String orderKey,
        long notBefore,
        long expiresAt,
        long ttl,
        int maxAttempts,
        Set<GroupName> groups,
        Map<String, String> headers,
        @Nullable Provenance provenance,
        @Nullable TransferSource origin) {

    public boolean isFor(GroupName group) {
        return groups.isEmpty() || groups.contains(group);
    }

    public int bytes() {
        return payload.length;
    }
}
