package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many messages of a group are in which state.
 *
 * @param ready those that are blocked by their key included
 * @param oldest when the oldest message that is not done was enqueued; null if there is none, or it is not known without a look at the disk
 */
public record GroupInfo(
        GroupName group,
        long ready,
        long scheduled,
        long leased,
        long parked,
        long dead,
        @Nullable Instant oldest,
        long oldestSeq,
        boolean paused,
        int waiters,
        GroupStats counters)
        implements Outcome {}
