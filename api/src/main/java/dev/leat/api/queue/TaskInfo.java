package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a task is.
 *
 * @param skipped how many stayed because they were leased, or their origin is unknown
 * @param total how many it moves at most: the messages that there were at its start, or the limit, or as many as were named. When
 *     it is done, how many it was about
 * @param problem why it waits, or has failed: the message that cannot go stays where it is
 * @param remaining how long it takes at most at the pace that was asked for; null if none was
 */
public record TaskInfo(
        TaskId task,
        QueueName queue,
        State state,
        long moved,
        long skipped,
        long total,
        Instant created,
        @Nullable Instant ended,
        @Nullable String problem,
        @Nullable Duration remaining)
        implements Outcome {

    /** What it does. */
    public enum State {
        /** It still moves messages. */
        RUNNING,
        /** It has moved all messages that it could. */
        DONE,
        /** It was cancelled; the messages that it moved stay moved. */
        CANCELLED,
        /** A message cannot go where it is to go, and never will: see the problem. */
        FAILED
    }
}
