package dev.leat.api.subscription;

import java.time.Instant;
import java.util.List;

/**
 * A subscription has something pending and asks for a worker.
 *
 * @param wakeId {@code w_} and 24 hexadecimal digits
 * @param generation grows with every wake; a worker with an older one is fenced off
 * @param streams those with something pending first, then the others; where there are more than {@link #MAX_STREAMS}, only such
 *     with something pending
 * @param leaseUntil when the worker loses the wake, unless it gives a sign of life
 */
public record Wake(
        SubscriptionId subscription, String wakeId, long generation, List<LinkedStream> streams, Instant leaseUntil) {

    /** How many streams one wake shows. What is left out wakes again. */
    public static final int MAX_STREAMS = 1000;
}
