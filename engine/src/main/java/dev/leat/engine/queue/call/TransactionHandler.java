package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.TransactionResult;
import dev.leat.api.queue.EnqueueEachResult;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.queue.codec.DeliveryHandle;
import dev.leat.engine.queue.delivery.DeadLetterSink;
import dev.leat.engine.queue.delivery.Enqueuer;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.delivery.Settlements;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.Usage;
import dev.leat.engine.stream.AppendPlan;
import dev.leat.engine.stream.StreamShard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** Handler of transactions. */
public final class TransactionHandler {
    private final QueueShardContext shard;
    private final Enqueuer enqueuer;
    private final Settlements settlements;
    private final DeadLetterSink deadLetterSink;
    private final StreamShard streams;
    private final Usage usage;

    public TransactionHandler(
            QueueShardContext shard,
            Enqueuer enqueuer,
            Settlements settlements,
            DeadLetterSink deadLetterSink,
            StreamShard streams,
            Usage usage) {
        this.shard = shard;
        this.enqueuer = enqueuer;
        this.settlements = settlements;
        this.deadLetterSink = deadLetterSink;
        this.streams = streams;
        this.usage = usage;
    }

    static Rejection conflict(int op, Rejection cause) {
        boolean plain = cause instanceof Rejection.Conflict; // a condition of the transaction's own
        return new Rejection.Conflict(op, cause.reason(), plain ? null : cause);
    }

    /** Applies several changes, or none: all are checked before the first one is applied. */
    Decision<QueueOutcome.Transacted> transact(List<TransactionPreparation.TransactionStep> steps, Changes changes) {
        TransactionPlan plan = new TransactionPlan(changes);
        Rejection flaw = plan.flaw(steps);
        if (flaw != null) {
            plan.giveUp();
            return Decision.reject(flaw);
        }
        return Decision.accept(new QueueOutcome.Transacted(plan.make(steps)));
    }

    /**
     * Plan of a transaction. {@link #flaw} checks each step as if the steps before it were applied, and changes nothing; {@link #make}
     * applies all. Acks come first, so that the room they make counts; then enqueues, so that a message that the same transaction makes a
     * dead letter cannot take reserved room; steps of one queue or stream keep their order.
     */
    private final class TransactionPlan {
        private final Changes changes;
        private final AppendPlan appends;
        private final Map<Queue, TransactionAdmission> admissions = new LinkedHashMap<>();
        private final Set<DeliveryHandle> settled = new HashSet<>();

        TransactionPlan(Changes changes) {
            this.changes = changes;
            this.appends = new AppendPlan(streams);
        }

        /** Returns why the transaction is rejected; its reservations have to be released then. */
        @Nullable
        Rejection flaw(List<TransactionPreparation.TransactionStep> steps) {
            for (int i = 0; i < steps.size(); i++) {
                Rejection flaw = flaw(steps.get(i), i);
                if (flaw != null) {
                    return conflict(i, flaw);
                }
            }
            for (TransactionAdmission admission : admissions.values()) {
                Rejection flaw = admission.flaw(changes);
                if (flaw != null) {
                    return flaw;
                }
            }
            return null;
        }

        private @Nullable Rejection flaw(TransactionPreparation.TransactionStep step, int op) {
            return switch (step) {
                case TransactionPreparation.TransactionStep.Append(var append, var messages, var expected) ->
                    appends.add(append, messages, expected, changes);
                case TransactionPreparation.TransactionStep.Enqueue(var name, var message) -> {
                    Queue queue = shard.table().find(name);
                    if (queue == null) {
                        yield new Rejection.QueueNotFound(name);
                    }
                    admission(queue).add(op, message);
                    yield null;
                }
                case TransactionPreparation.TransactionStep.Settle settle -> flaw(settle);
            };
        }

        private TransactionAdmission admission(Queue queue) {
            return admissions.computeIfAbsent(queue, unseen -> new TransactionAdmission(queue));
        }

        private @Nullable Rejection flaw(TransactionPreparation.TransactionStep.Settle step) {
            QueueName name = step.queue();
            Queue queue = shard.table().find(name);
            if (queue == null) {
                return new Rejection.QueueNotFound(name);
            }
            DeliveryHandle handle = step.handle();
            Rejection flaw = settlements.flaw(queue, step.settlement(), handle, changes.time());
            if (flaw != null || handle == null) {
                return flaw == null ? new Rejection.HandleInvalid(name) : flaw;
            }
            Group group = queue.byNumber.get(handle.group());
            DeliveryState entry = group == null ? null : group.entry(handle.at());
            if (group == null) {
                return new Rejection.LeaseLost(MessageInfo.State.DONE, null, null);
            }
            if (entry == null || entry.state() == DeliveryState.State.MOVING) {
                return entry != null || group.dead.contains(handle.at())
                        ? deadLetterSink.leaseLost(group, handle.at())
                        : new Rejection.LeaseLost(MessageInfo.State.DONE, null, null);
            }
            if (!settled.add(handle)) {
                return new Rejection.BadArgument("a transaction settles a delivery once");
            }
            if (step.settlement() instanceof Settlement.Ack) {
                admission(queue).acked(group, handle.at());
            }
            return null;
        }

        /** Releases everything that was reserved. */
        void giveUp() {
            appends.giveUp();
            admissions.values().forEach(TransactionAdmission::giveUp);
        }

        /** Applies all steps. */
        List<TransactionResult> make(List<TransactionPreparation.TransactionStep> steps) {
            TransactionResult[] results = new TransactionResult[steps.size()];
            for (int i = 0; i < results.length; i++) {
                if (steps.get(i) instanceof TransactionPreparation.TransactionStep.Settle settle
                        && settle.settlement() instanceof Settlement.Ack) {
                    results[i] = settle(settle);
                }
            }
            for (TransactionAdmission admission : admissions.values()) {
                admission.make(changes, (taken, op) -> results[op] = enqueued(taken));
            }
            for (int i = 0; i < results.length; i++) {
                if (steps.get(i) instanceof TransactionPreparation.TransactionStep.Settle settle
                        && !(settle.settlement() instanceof Settlement.Ack)) {
                    results[i] = settle(settle);
                } else if (steps.get(i) instanceof TransactionPreparation.TransactionStep.Append) {
                    results[i] = new TransactionResult.Appended(appends.makeNext(changes));
                }
            }
            return Arrays.asList(results);
        }

        private static TransactionResult enqueued(EnqueueResult taken) {
            return new TransactionResult.Enqueued(taken.messageId(), taken.seq(), taken.duplicate());
        }

        private TransactionResult settle(TransactionPreparation.TransactionStep.Settle step) {
            Queue queue = Objects.requireNonNull(shard.table().find(step.queue()));
            SettleResult result = settlements.settle(queue, step.settlement(), step.handle(), changes);
            return new TransactionResult.Settled(result);
        }
    }

    /** The messages that a transaction enqueues in one queue, and the room that its acks make there. */
    private final class TransactionAdmission {
        private final Queue queue;
        private final List<Integer> ops = new ArrayList<>();
        private final List<NewMessage> messages = new ArrayList<>();
        private long reserved;
        private long goneMessages;
        private long goneBytes;

        TransactionAdmission(Queue queue) {
            this.queue = queue;
        }

        void add(int op, NewMessage message) {
            ops.add(op);
            messages.add(message);
        }

        /** Counts a message that an ack ends. It makes room if the group is the last that needs it. */
        void acked(Group group, long at) {
            if (queue.goesWith(group, at)) {
                goneMessages++;
                goneBytes += queue.payloadSizes.of(at);
            }
        }

        /** Returns the rejection of the first message that cannot be enqueued; null if all can. */
        @Nullable
        Rejection flaw(Changes changes) {
            Enqueuer.Fit whole = fit(messages.size(), changes);
            Rejection flaw = whole.flaw();
            if (flaw == null) {
                return reserve(whole);
            }
            int fit = 0;
            int all = messages.size();
            while (all - fit > 1) {
                int half = (fit + all) >>> 1;
                if (fit(half, changes).flaw() == null) {
                    fit = half;
                } else {
                    all = half;
                }
            }
            Rejection first = fit(all, changes).flaw();
            return conflict(ops.get(all - 1), first == null ? flaw : first);
        }

        /** Compares the first messages with the queue. */
        private Enqueuer.Fit fit(int first, Changes changes) {
            return enqueuer.fit(queue, messages.subList(0, first), goneMessages, goneBytes, changes);
        }

        /** Reserves room until the messages are enqueued: other queues of the same transaction may need room too. */
        private @Nullable Rejection reserve(Enqueuer.Fit fit) {
            Rejection full = enqueuer.reserve(fit);
            if (full != null) {
                return conflict(ops.get(ops.size() - 1), full);
            }
            reserved = fit.bytes();
            return null;
        }

        void giveUp() {
            usage.giveBack(reserved);
            reserved = 0;
        }

        /** Enqueues all messages. */
        void make(Changes changes, ObjIntConsumer<EnqueueResult> result) {
            if (!messages.isEmpty()) {
                List<EnqueueEachResult> taken = enqueuer.take(queue, messages, changes);
                for (int i = 0; i < taken.size(); i++) {
                    result.accept((EnqueueResult) taken.get(i), ops.get(i));
                }
            }
        }
    }
}
