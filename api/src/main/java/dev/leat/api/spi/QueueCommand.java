package dev.leat.api.spi;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.CreateGroupResult;
import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.TaskId;
import dev.leat.api.queue.TaskInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request to change something about a queue. */
public sealed interface QueueCommand<O extends Outcome> extends Command<O> {

    /** How many messages one call can enqueue, receive or settle. */
    int MAX_BATCH = 1000;

    /** How long a receive can wait. */
    Duration LONGEST_WAIT = Duration.ofMinutes(5);

    /** Returns the queue that the command is about. */
    QueueName queue();

    @Override
    default String tag() {
        return queue().tag();
    }

    /** Makes a queue, or confirms one of the same configuration. */
    record CreateQueue(QueueName queue, QueueConfig config) implements QueueCommand<CreateQueueResult> {}

    /**
     * Changes the configuration; what was decided before stays. The mode and priority cannot change.
     *
     * @param expected the configuration that is changed; null for whichever it is. Refused if it is another by now
     */
    record UpdateQueue(
            QueueName queue, QueueConfig config, @Nullable QueueConfig expected)
            implements QueueCommand<QueueOutcome.QueueUpdated> {}

    /**
     * Removes a queue with everything in it.
     *
     * @param detach whether queues that send their dead letters here go on without; else they keep it in use
     */
    record DeleteQueue(QueueName queue, boolean detach) implements QueueCommand<QueueOutcome.QueueDeleted> {}

    /**
     * Puts messages in.
     *
     * @param partial whether each is taken or refused by itself, rather than all or none
     */
    record Enqueue(QueueName queue, List<NewMessage> messages, boolean partial)
            implements QueueCommand<QueueOutcome.Enqueued> {
        public Enqueue {
            messages = List.copyOf(messages);
            requireBatch(messages.size());
        }

        /** Returns an enqueue of one message. */
        public static Enqueue of(QueueName queue, NewMessage message) {
            return new Enqueue(queue, List.of(message), false);
        }
    }

    /**
     * Asks for messages; if there are none, waits for some.
     *
     * @param group null for the one of a work queue
     * @param waitFor how long
     * @param lease null for what the queue says
     * @param acks deliveries of this queue that are done. They are acked first, whether there is anything to receive or not, and
     *     the answer tells what came of them
     * @param side whether the next messages come first, or the last ones of those that can be delivered
     */
    record Receive(
            QueueName queue,
            @Nullable GroupName group,
            ConsumerName consumer,
            int max,
            Duration waitFor,
            @Nullable Duration lease,
            List<DeliveryId> acks,
            QueueSide side)
            implements QueueCommand<Deliveries> {
        public Receive {
            requireBatch(max);
            acks = List.copyOf(acks);
            if (!acks.isEmpty()) {
                requireBatch(acks.size());
            }
            if (waitFor.isNegative()) {
                throw new IllegalArgumentException("a wait is not negative");
            }
        }

        /** Creates a receive from the head without acks. */
        public Receive(
                QueueName queue,
                @Nullable GroupName group,
                ConsumerName consumer,
                int max,
                Duration waitFor,
                @Nullable Duration lease) {
            this(queue, group, consumer, max, waitFor, lease, List.of(), QueueSide.HEAD);
        }
    }

    /** Takes messages out of a work queue for good: receives and acks at once. */
    record Pop(QueueName queue, int max, QueueSide side) implements QueueCommand<Deliveries> {
        public Pop {
            requireBatch(max);
        }
    }

    /**
     * Says what came of deliveries.
     *
     * @param atomic whether one that is refused makes all of them refused
     */
    record Settle(QueueName queue, List<Settlement> settlements, boolean atomic)
            implements QueueCommand<QueueOutcome.Settled> {
        public Settle {
            settlements = List.copyOf(settlements);
            requireBatch(settlements.size());
        }

        /** Returns a settling of one delivery. */
        public static Settle of(QueueName queue, Settlement settlement) {
            return new Settle(queue, List.of(settlement), false);
        }
    }

    /**
     * Settles a message by its id, for operators.
     *
     * @param group null for the one of a work queue
     */
    record SettleMessage(QueueName queue, @Nullable GroupName group, MessageId message, MessageSettlement settlement)
            implements QueueCommand<QueueOutcome.Settled> {}

    /**
     * Takes over leases of the group whose consumer has expired, or that were not extended for some time.
     *
     * @param minIdle null for only those of expired consumers
     */
    record Claim(
            QueueName queue,
            @Nullable GroupName group,
            ConsumerName consumer,
            @Nullable Duration minIdle,
            int max,
            @Nullable Duration lease)
            implements QueueCommand<Deliveries> {
        public Claim {
            requireBatch(max);
        }
    }

    /**
     * Removes a message for all groups.
     *
     * @param force whether even if it is leased
     */
    record Cancel(QueueName queue, MessageId message, boolean force) implements QueueCommand<QueueOutcome.Cancelled> {}

    /**
     * Removes messages of a queue without priorities by their seqs, leased or not, for all groups and all at once. Those that are
     * not there, or not any more, are passed over.
     */
    record CancelAll(QueueName queue, List<Long> seqs) implements QueueCommand<QueueOutcome.CancelledAll> {
        public CancelAll {
            seqs = List.copyOf(seqs);
            requireBatch(seqs.size());
        }
    }

    /**
     * Removes all that is there now.
     *
     * @param group only of this group; null for all
     */
    record Purge(
            QueueName queue, PurgeScope scope, @Nullable GroupName group)
            implements QueueCommand<QueueOutcome.Purged> {}

    /** Stops or resumes deliveries of a queue, or of one group. */
    record Pause(QueueName queue, @Nullable GroupName group, boolean paused)
            implements QueueCommand<QueueOutcome.Paused> {}

    /** Makes a group of a fan-out queue, or confirms one that was made with the same kind of start. */
    record CreateGroup(QueueName queue, GroupName group, GroupStart start) implements QueueCommand<CreateGroupResult> {}

    /** Moves a group and forgets what it has settled. Refused while it has leases, unless forced. */
    record SeekGroup(QueueName queue, GroupName group, GroupStart to, boolean force)
            implements QueueCommand<QueueOutcome.GroupMoved> {}

    /** Removes a group. Refused while it has leases, unless forced. */
    record DeleteGroup(QueueName queue, GroupName group, boolean force)
            implements QueueCommand<QueueOutcome.GroupDeleted> {}

    /**
     * Sends dead letters back, in the background.
     *
     * @param limit how many at most; 0 for all that are there now
     * @param perSecond how fast; 0 for as fast as it goes
     * @param to where to; null for where each comes from
     */
    record Redrive(
            QueueName queue,
            RedriveFilter filter,
            long limit,
            double perSecond,
            @Nullable QueueName to) implements QueueCommand<TaskInfo> {
        public Redrive {
            if (limit < 0 || !(perSecond >= 0)) {
                throw new IllegalArgumentException("a limit and a rate are not negative");
            }
        }
    }

    /** Ends a task of the queue. What it has moved stays moved. */
    record CancelTask(QueueName queue, TaskId task) implements QueueCommand<TaskInfo> {}

    /**
     * Tells that a consumer is alive.
     *
     * @param group null for the one of a work queue
     * @param ttl null for what it said before, or else the server's default
     * @param extendLeases whether all its leases start anew
     * @param reportedLeases how many leases the consumer counts itself, for comparison; null if it does not say
     */
    record Heartbeat(
            QueueName queue,
            @Nullable GroupName group,
            ConsumerName consumer,
            String instance,
            @Nullable Duration ttl,
            Map<String, String> labels,
            boolean extendLeases,
            @Nullable Integer reportedLeases)
            implements QueueCommand<QueueOutcome.Present> {

        /** How many characters the names and values of labels, and the instance, can have together. */
        public static final int MAX_LABELS = 4096;

        /** Creates a heartbeat that reports no leases. */
        public Heartbeat(
                QueueName queue,
                @Nullable GroupName group,
                ConsumerName consumer,
                String instance,
                @Nullable Duration ttl,
                Map<String, String> labels,
                boolean extendLeases) {
            this(queue, group, consumer, instance, ttl, labels, extendLeases, null);
        }

        public Heartbeat {
            labels = Map.copyOf(labels);
            if (reportedLeases != null && reportedLeases < 0) {
                throw new IllegalArgumentException("a consumer has no leases or more, not " + reportedLeases);
            }
            int characters = instance.length();
            for (Map.Entry<String, String> label : labels.entrySet()) {
                characters += label.getKey().length() + label.getValue().length();
            }
            if (characters > MAX_LABELS) {
                throw new IllegalArgumentException("labels have at most " + MAX_LABELS + " characters together");
            }
            if (ttl != null && (ttl.compareTo(Presence.SHORTEST_TTL) < 0 || ttl.compareTo(Presence.LONGEST_TTL) > 0)) {
                throw new IllegalArgumentException("a consumer's time to live is 5 seconds to 10 minutes, not " + ttl);
            }
        }
    }

    /**
     * Tells that a consumer goes.
     *
     * @param release whether its leases are given back, unspent
     */
    record Leave(QueueName queue, @Nullable GroupName group, ConsumerName consumer, String instance, boolean release)
            implements QueueCommand<QueueOutcome.Left> {}

    private static void requireBatch(int size) {
        if (size < 1 || size > MAX_BATCH) {
            throw new IllegalArgumentException("one call is about 1 to " + MAX_BATCH + " messages, not " + size);
        }
    }
}
