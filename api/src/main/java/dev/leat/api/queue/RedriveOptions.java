package dev.leat.api.queue;

import dev.leat.api.spi.QueueCommand;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters a redrive moves, how fast, and to which queue; see {@link MessageQueue#redrive(RedriveOptions)}.
 *
 * @param limit the largest number of messages to move; 0 for all that are there at the start
 * @param perSecond the largest number of messages to move in a second; 0 for no limit
 * @param target where all messages go; null for the origin of each
 */
public record RedriveOptions(
        RedriveFilter filter,
        long limit,
        double perSecond,
        @Nullable QueueName target) {

    /** Moves all dead letters to their origins at full speed. */
    public static final RedriveOptions ALL = new RedriveOptions(RedriveFilter.ALL, 0, 0, null);

    public RedriveOptions {
        if (limit < 0 || !(perSecond >= 0)) {
            throw new IllegalArgumentException("a limit and a rate are not negative");
        }
    }

    /** Returns a copy that moves only the dead letters that a filter selects. */
    public RedriveOptions withFilter(RedriveFilter value) {
        return new RedriveOptions(value, limit, perSecond, target);
    }

    /** Returns a copy that moves at most this many messages; 0 for all that are there at the start. */
    public RedriveOptions withLimit(long messages) {
        return new RedriveOptions(filter, messages, perSecond, target);
    }

    /** Returns a copy that moves at most this many messages in a second; 0 for no limit. */
    public RedriveOptions withRate(double messagesPerSecond) {
        return new RedriveOptions(filter, limit, messagesPerSecond, target);
    }

    /** Returns a copy that moves the messages to one queue instead of their origins. */
    public RedriveOptions withTarget(String queue) {
        return new RedriveOptions(filter, limit, perSecond, QueueName.of(queue));
    }

    QueueCommand.Redrive command(QueueName queue) {
        return new QueueCommand.Redrive(queue, filter, limit, perSecond, target);
    }
}
