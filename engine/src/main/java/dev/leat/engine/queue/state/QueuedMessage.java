package dev.leat.engine.queue.state;

import dev.leat.api.ContentType;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.Provenance;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was enqueued. Immutable; its state in a group is a {@link DeliveryState}.
 *
 * @param notBefore when its delay ends, in epoch milliseconds; 0 for none
 * @param expiresAt when it expires; {@link Long#MAX_VALUE} for never
 * @param ttl its own time to live in milliseconds; 0 for that of the queue. A dead letter keeps it for a redrive
 * @param maxAttempts its own limit; 0 for that of the queue. A dead letter keeps it for a redrive
 * @param groups the groups that see it; empty for all
 * @param provenance where a dead letter comes from; null for other messages
 * @param origin its former position, if it was transferred
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record QueuedMessage(
        long at,
        long seq,
        DecodedMessageId id,
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
