package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.presence.WaitingReceive;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.WaiterQueue;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import org.jspecify.annotations.Nullable;

/** A call that waits, and is answered in a later turn. */
public abstract class Waiter<O> extends ReplyCall<O> implements WaiterQueue.Entry {
    private final long until;
    private final long number;

    /**
     * @param call the call whose place it takes
     * @param number the order of arrival
     */
    Waiter(ReplyCall<O> call, long until, long number) {
        super(call);
        this.until = until;
        this.number = number;
    }

    @Override
    public long until() {
        return until;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    protected Decision<O> decide(Changes changes) {
        throw new IllegalStateException("a waiting call is not decided again");
    }

    @SuppressWarnings("unchecked") // only receives wait for a group
    static WaiterQueue<ReceiveWaiter> receives(Group group) {
        return (WaiterQueue<ReceiveWaiter>) group.waiters;
    }

    @SuppressWarnings("unchecked") // only enqueues wait for a queue
    public static WaiterQueue<EnqueueWaiter> enqueues(Queue queue) {
        return (WaiterQueue<EnqueueWaiter>) queue.enqueueWaiters;
    }

    /** Refuses the receives of a group that wait for messages which cannot be read. */
    static void refuseReading(Group group, Rejection rejection) {
        if (group.reading) {
            group.reading = false;
            for (ReceiveWaiter waiter : receives(group).takeAll()) {
                waiter.presenceWait.over();
                waiter.refuseWith(rejection);
            }
        }
    }

    /** Refuses the enqueues that wait to learn which messages can be dropped, because those cannot be read. */
    static void refuseReading(Queue queue, Rejection rejection) {
        if (queue.config.full() == QueueConfig.Full.DROP_OLDEST) {
            enqueues(queue).takeAll().forEach(waiter -> waiter.refuseWith(rejection));
        }
    }

    /** Answers the call once the turn is durable. */
    void answerWith(O outcome, Changes changes) {
        decided(Decision.accept(outcome));
        changes.include(this);
    }

    /** Refuses the call once the turn is durable. */
    void refuseWith(Rejection rejection, Changes changes) {
        decided(Decision.reject(rejection));
        changes.include(this);
    }

    /** Refuses the call now. */
    void refuseWith(Rejection rejection) {
        refuseNow(rejection);
    }

    /** A receive that waits for messages of a group. */
    public static final class ReceiveWaiter extends Waiter<Deliveries> {
        final LeaseGrants.GrantRequest request;
        public final @Nullable ConsumerName consumer;
        public final WaitingReceive presenceWait;

        /** @param presenceWait ends the record of the wait in the presence of the consumer */
        public ReceiveWaiter(
                ReplyCall<Deliveries> call,
                LeaseGrants.GrantRequest request,
                @Nullable ConsumerName consumer,
                WaitingReceive presenceWait,
                long until,
                long number) {
            super(call, until, number);
            this.request = request;
            this.consumer = consumer;
            this.presenceWait = presenceWait;
        }
    }

    /** An enqueue that waits for room. */
    public static final class EnqueueWaiter extends Waiter<QueueOutcome.Enqueued> {
        public final QueueCommand.Enqueue command;

        public EnqueueWaiter(
                ReplyCall<QueueOutcome.Enqueued> call, QueueCommand.Enqueue command, long until, long number) {
            super(call, until, number);
            this.command = command;
        }
    }
}
