package dev.leat.api.queue;

import dev.leat.api.ContentType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message as browsing shows it, with its state in each group. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MessageInfo(
        MessageId messageId,
        long seq,
        byte[] payload,
        ContentType contentType,
        @Nullable String key,
        int priority,
        Map<String, String> headers,
        Instant enqueuedAt,
        @Nullable Instant notBefore,
        @Nullable Instant expiresAt,
        @Nullable Provenance provenance,
        List<InGroup> groups) {

    public MessageInfo {
        groups = List.copyOf(groups);
    }

    /** How a message stands in a group. */
    public enum State {
        /** It waits for its delay, or for the backoff after an attempt. */
        SCHEDULED,
        /** It can be delivered. */
        READY,
        /** Ready, but an earlier message of its key is not done. */
        BLOCKED,
        /** A consumer has it. */
        LEASED,
        /** Out of attempts, with nowhere to go. */
        PARKED,
        /** On its way to the dead letters. */
        DEAD,
        /** The group is done with it. */
        DONE
    }

    /**
     * @param due when it becomes ready, or its lease ends; null if neither
     * @param blockedBy the message that holds its key
     */
    public record InGroup(
            GroupName group,
            State state,
            int attempts,
            int releases,
            @Nullable Instant due,
            @Nullable ConsumerName consumer,
            @Nullable MessageId blockedBy,
            List<Provenance.Attempt> history) {
        public InGroup {
            history = List.copyOf(history);
        }
    }
}
