package dev.leat.api.subscription;

import dev.leat.api.spi.Outcome;
import java.util.List;

/**
 * Ids in order.
 *
 * @param more whether there are further ones after the last
 */
public record SubscriptionPage(List<SubscriptionId> ids, boolean more) implements Outcome {}
