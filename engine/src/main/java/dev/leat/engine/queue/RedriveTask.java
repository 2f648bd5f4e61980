package dev.leat.engine.queue;

import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.RedriveFilter;
import org.jspecify.annotations.Nullable;

/**
 * A redrive and how far it is.
 *
 * @param upTo the seq that the queue was at when it began: later dead letters are not its business
 * @param next the place it goes on from
 * @param total how many it moves at most; when it is done, how many it was about
 * @param problem why it does not go on, or did not
 */
record RedriveTask(
        long number,
        RedriveFilter filter,
        long limit,
        double perSecond,
        @Nullable QueueName to,
        long upTo,
        long next,
        QueueOutcome.TaskInfo.State state,
        long moved,
        long skipped,
        long total,
        long created,
        long ended,
        @Nullable String problem) {}
