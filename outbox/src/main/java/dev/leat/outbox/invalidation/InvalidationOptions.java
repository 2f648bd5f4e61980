package dev.leat.outbox.invalidation;

import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Options of the follower of invalidations.
 *
 * @param keep for how long rows are there to be found
 * @param aliveFor how long after its last heartbeat a node is waited for
 * @param maxTransaction after which a missing row is examined instead of expected
 * @param listen where notifications are listened for; null if they are not
 */
public record InvalidationOptions(
        Duration keep,
        Duration aliveFor,
        Duration maxTransaction,
        @Nullable DataSource listen) {}
