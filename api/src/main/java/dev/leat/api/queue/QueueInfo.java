package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;
import java.time.Instant;
import java.util.List;

/**
 * What is known of a queue.
 *
 * @param messages how many it holds, whatever their state
 * @param duplicates how many were not enqueued because their dedup id was known
 */
public record QueueInfo(
        QueueName queue,
        QueueConfig config,
        Instant created,
        long messages,
        long bytes,
        long nextSeq,
        boolean paused,
        long enqueued,
        long duplicates,
        List<GroupInfo> groups)
        implements Outcome {
    public QueueInfo {
        groups = List.copyOf(groups);
    }
}
