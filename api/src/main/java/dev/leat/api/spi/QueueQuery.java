package dev.leat.api.spi;

import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueuePage;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.TaskId;
import dev.leat.api.queue.TaskInfo;
import org.jspecify.annotations.Nullable;

/** A question about queues. It changes nothing. */
public sealed interface QueueQuery<O extends Outcome> extends Query<O> {

    /** The largest page. */
    int MAX_LIMIT = 1000;

    /** What is known of a queue. */
    record Queue(QueueName queue) implements QueueQuery<QueueInfo> {}

    /**
     * Queues whose names begin with a prefix, in order of their names.
     *
     * @param prefix empty for all
     * @param after where the page before ended; null for the first page
     */
    record Queues(String prefix, @Nullable QueueName after, int limit) implements QueueQuery<QueuePage> {
        public Queues {
            requireLimit(limit);
        }

        /** All queues. */
        public Queues(@Nullable QueueName after, int limit) {
            this("", after, limit);
        }
    }

    /** The state of one group. */
    record Group(QueueName queue, GroupName group) implements QueueQuery<GroupInfo> {}

    /**
     * Messages of a queue, in the order a group would get them, or in the opposite one.
     *
     * @param group how they stand in this group; null for in all
     * @param state only those that stand like this in the group, or in any
     * @param after what the page before said; null for the first page
     * @param side where the first page begins: at the tail, messages come last first
     */
    record Browse(
            QueueName queue,
            @Nullable GroupName group,
            MessageInfo.@Nullable State state,
            @Nullable String after,
            int limit,
            QueueSide side)
            implements QueueQuery<MessagePage> {
        public Browse {
            requireLimit(limit);
        }

        /** Creates a query for a page from the head. */
        @SuppressWarnings("NullAway") // it does not see that a state of a nested type may be null
        public Browse(
                QueueName queue,
                @Nullable GroupName group,
                MessageInfo.@Nullable State state,
                @Nullable String after,
                int limit) {
            this(queue, group, state, after, limit, QueueSide.HEAD);
        }
    }

    /** One message by its id. */
    record Message(QueueName queue, MessageId message) implements QueueQuery<QueueOutcome.Found> {}

    /** The message of a seq, in a queue without priorities. */
    record MessageAt(QueueName queue, long seq) implements QueueQuery<QueueOutcome.Found> {}

    /** The progress of a task. */
    record Task(TaskId task) implements QueueQuery<TaskInfo> {}

    /** The consumers of a queue and group; null for all queues or groups. */
    record Consumers(@Nullable QueueName queue, @Nullable GroupName group) implements QueueQuery<PresencePage> {}

    /** @throws IllegalArgumentException if a page cannot have this many entries */
    static void requireLimit(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " entries, not " + limit);
        }
    }
}
