package dev.leat.api.subscription;

import dev.leat.api.spi.Outcome;
import java.time.Instant;
import java.util.List;

/**
 * What is known of a subscription.
 *
 * @param streams in the order of their paths
 * @param failing whether the last request to its webhook failed, and waits to be repeated
 */
public record SubscriptionInfo(
        SubscriptionId id,
        SubscriptionConfig config,
        List<LinkedStream> streams,
        Instant created,
        boolean failing,
        long generation)
        implements Outcome {}
