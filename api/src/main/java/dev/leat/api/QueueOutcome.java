package dev.leat.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a command or question about queues. */
public sealed interface QueueOutcome extends Outcome {

    /** @param isNew false if it was there already, configured the same way */
    record QueueCreated(boolean isNew, QueueConfig config) implements QueueOutcome {}

    record QueueUpdated(QueueConfig config) implements QueueOutcome {}

    record QueueDeleted() implements QueueOutcome {}

    /** One for each message, in their order. */
    record Enqueued(List<Result> results) implements QueueOutcome {

        /** What became of one message. */
        public sealed interface Result {
            /** @param duplicate whether it was there already, so that the id is the first one's */
            record Taken(MessageId messageId, long seq, boolean duplicate) implements Result {}

            record Refused(Rejection rejection) implements Result {}
        }

        public Enqueued {
            results = List.copyOf(results);
        }

        /** The one message of a call that had only one. */
        public Result.Taken only() {
            return (Result.Taken) results.get(0);
        }
    }

    /**
     * @param throttled whether there would have been more, but for a limit on leases or a pause
     * @param acks what came of each delivery that was acked with the receive, in their order; none if the waiting was given up
     *     before a server told
     */
    record Received(List<Delivery> deliveries, boolean throttled, List<SettleResult> acks)
            implements QueueOutcome, Iterable<Delivery> {
        public Received {
            deliveries = List.copyOf(deliveries);
            acks = List.copyOf(acks);
        }

        public Received(List<Delivery> deliveries, boolean throttled) {
            this(deliveries, throttled, List.of());
        }

        public boolean isEmpty() {
            return deliveries.isEmpty();
        }

        @Override
        public Iterator<Delivery> iterator() {
            return deliveries.iterator();
        }
    }

    /** One for each settlement, in their order. */
    record Settled(List<SettleResult> results) implements QueueOutcome {
        public Settled {
            results = List.copyOf(results);
        }

        /** The result of a call that had only one settlement. */
        public SettleResult only() {
            return results.get(0);
        }
    }

    record Cancelled() implements QueueOutcome {}

    /** @param messages how many were there */
    record CancelledAll(int messages) implements QueueOutcome {}

    record Purged(long messages) implements QueueOutcome {}

    record Paused(boolean paused) implements QueueOutcome {}

    /** @param isNew false if it was there already */
    record GroupCreated(boolean isNew, GroupInfo info) implements QueueOutcome {}

    record GroupMoved(GroupInfo info) implements QueueOutcome {}

    record GroupDeleted() implements QueueOutcome {}

    record Present(Presence presence) implements QueueOutcome {}

    /** @param existed whether the consumer was known */
    record Left(boolean existed) implements QueueOutcome {}

    /** One for each op, in their order. */
    record Transacted(List<Transaction.Result> results) implements QueueOutcome {
        public Transacted {
            results = List.copyOf(results);
        }
    }

    /**
     * How many messages of a group are in which state.
     *
     * @param ready those that are blocked by their key included
     * @param oldest when the oldest message that is not done was enqueued; null if there is none, or it is not known without a look at the disk
     */
    record GroupInfo(
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
            Counters counters)
            implements QueueOutcome {}

    /** What happened in a group since the queue was made. */
    record Counters(
            long delivered,
            long acked,
            long nacked,
            long released,
            long rejected,
            long expired,
            long deadLettered,
            long parked,
            long dropped) {}

    /**
     * What is known of a queue.
     *
     * @param messages how many it holds, whatever their state
     * @param duplicates how many were not enqueued because their dedup id was known
     */
    record QueueInfo(
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
            implements QueueOutcome {
        public QueueInfo {
            groups = List.copyOf(groups);
        }
    }

    /** @param more whether there are further ones after the last */
    record QueuePage(List<QueueInfo> queues, boolean more) implements QueueOutcome {
        public QueuePage {
            queues = List.copyOf(queues);
        }
    }

    /** @param next where the next page begins: the seq to ask for messages after; null if there are no more */
    record MessagePage(List<MessageInfo> messages, @Nullable String next) implements QueueOutcome {
        public MessagePage {
            messages = List.copyOf(messages);
        }
    }

    record Found(MessageInfo message) implements QueueOutcome {}

    /**
     * How far a task is.
     *
     * @param skipped those that stayed because somebody had them, or nobody knows where they came from
     * @param total how many it moves at most: the messages that there were at its start, or the limit, or as many as were named. When
     *     it is done, how many it was about
     * @param problem why it waits, or has failed: the message that cannot go stays where it is
     * @param remaining how long it takes at most at the pace that was asked for; null if none was
     */
    record TaskInfo(
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
            implements QueueOutcome {

        /** What it does. */
        public enum State {
            RUNNING,
            DONE,
            CANCELLED,
            /** A message cannot go where it is to go, and never will: see the problem. */
            FAILED
        }
    }

    /** Consumers in order of queue, group, consumer and instance; counts for every group that there is, also without consumers. */
    record PresencePage(List<Presence> consumers, List<Presence.Counts> counts) implements QueueOutcome {
        public PresencePage {
            consumers = List.copyOf(consumers);
            counts = List.copyOf(counts);
        }
    }
}
