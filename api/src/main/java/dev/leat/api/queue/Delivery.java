package dev.leat.api.queue;

import dev.leat.api.ContentType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message handed to one consumer.
 *
 * @param attempt how often the message was delivered, this time included
 * @param maxAttempts how often it may be; 0 for no limit
 * @param redeliveryReason why it was not enough to deliver it once; null the first time
 * @param leaseUntil when it can be given to another
 * @param provenance where it comes from, if it is a dead letter
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Delivery(
        DeliveryId deliveryId,
        MessageId messageId,
        long seq,
        int attempt,
        int maxAttempts,
        byte[] payload,
        ContentType contentType,
        @Nullable String key,
        int priority,
        Map<String, String> headers,
        Instant enqueuedAt,
        Instant leaseUntil,
        @Nullable Redelivery redeliveryReason,
        @Nullable Provenance provenance) {

    /** Why a message comes again. */
    public enum Redelivery {
        /** A consumer nacked it. */
        NACKED,
        /** A consumer released it. */
        RELEASED,
        /** The lease of its consumer expired. */
        LEASE_EXPIRED,
        /** Another consumer claimed its lease. */
        CLAIMED
    }

    /** Returns the payload as text in UTF-8. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }
}
