package dev.leat.api.spi;

import dev.leat.api.TransactionResult;
import dev.leat.api.queue.EnqueueEachResult;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.SettleResult;
import java.util.List;

/** The answer to a command or question about queues. */
public sealed interface QueueOutcome extends Outcome {

    /** The queue has the configuration. */
    record QueueUpdated(QueueConfig config) implements QueueOutcome {}

    /** The queue is removed. */
    record QueueDeleted() implements QueueOutcome {}

    /** One for each message, in their order. */
    record Enqueued(List<EnqueueEachResult> results) implements QueueOutcome {

        public Enqueued {
            results = List.copyOf(results);
        }

        /** Returns the results of a call that enqueues all of its messages or none. */
        public List<EnqueueResult> all() {
            return results.stream().map(EnqueueResult.class::cast).toList();
        }

        /** Returns the result of a call with one message. */
        public EnqueueResult only() {
            return (EnqueueResult) results.get(0);
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

    /** The message is removed. */
    record Cancelled() implements QueueOutcome {}

    /** @param messages how many were there */
    record CancelledAll(int messages) implements QueueOutcome {}

    /** The messages are removed. */
    record Purged(long messages) implements QueueOutcome {}

    /** Deliveries are stopped, or resumed. */
    record Paused(boolean paused) implements QueueOutcome {}

    /** The group is at its new position. */
    record GroupMoved(GroupInfo info) implements QueueOutcome {}

    /** The group is removed. */
    record GroupDeleted() implements QueueOutcome {}

    /** The presence of the consumer after its heartbeat. */
    record Present(Presence presence) implements QueueOutcome {}

    /** @param existed whether the consumer was known */
    record Left(boolean existed) implements QueueOutcome {}

    /** One for each op, in their order. */
    record Transacted(List<TransactionResult> results) implements QueueOutcome {
        public Transacted {
            results = List.copyOf(results);
        }
    }

    /** One message. */
    record Found(MessageInfo message) implements QueueOutcome {}
}
