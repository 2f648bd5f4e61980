package dev.leat.engine.queue;

import dev.leat.api.MessageInfo;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome.Enqueued.Result.Taken;
import dev.leat.api.Rejection;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.api.Transaction.Result;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.stream.AppendPlan;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction will do. {@link #flaw} finds out whether all of it can be done, each op as if those before it had been, and
 * changes nothing; {@link #make} does it. Acks come first, so that the room they make counts; then what is enqueued, so that a
 * message which becomes a dead letter by the same transaction cannot take room that was promised; the order of ops is kept within
 * a queue and within a stream.
 */
final class TransactionPlan {
    private final QueueShard shard;
    private final Changes changes;
    private final AppendPlan appends;
    private final Map<Queue, TransactionAdmission> admissions = new LinkedHashMap<>();
    private final Set<DeliveryHandle> settled = new HashSet<>();

    TransactionPlan(QueueShard shard, Changes changes) {
        this.shard = shard;
        this.changes = changes;
        this.appends = new AppendPlan(shard.streams());
    }

    /** Why it cannot be done. Then it has to be given up. */
    @Nullable
    Rejection flaw(List<TransactionStep> steps) {
        for (int i = 0; i < steps.size(); i++) {
            Rejection flaw = flaw(steps.get(i), i);
            if (flaw != null) {
                return TransactionCall.conflict(i, flaw);
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

    private @Nullable Rejection flaw(TransactionStep step, int op) {
        return switch (step) {
            case TransactionStep.Append(var append, var messages, var expected) ->
                appends.add(append, messages, expected, changes);
            case TransactionStep.Enqueue(var name, var message) -> {
                Queue queue = shard.table().find(name);
                if (queue == null) {
                    yield new Rejection.QueueNotFound(name);
                }
                admission(queue).add(op, message);
                yield null;
            }
            case TransactionStep.Settle settle -> flaw(settle);
        };
    }

    private TransactionAdmission admission(Queue queue) {
        return admissions.computeIfAbsent(queue, unseen -> new TransactionAdmission(shard, queue));
    }

    private @Nullable Rejection flaw(TransactionStep.Settle step) {
        QueueName name = step.queue();
        Queue queue = shard.table().find(name);
        if (queue == null) {
            return new Rejection.QueueNotFound(name);
        }
        DeliveryHandle handle = step.handle();
        Rejection flaw = shard.settling().flaw(queue, step.settlement(), handle, changes.time());
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
                    ? shard.deadLetters().lost(group, handle.at())
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

    /** Nothing of it is done. */
    void giveUp() {
        appends.giveUp();
        admissions.values().forEach(TransactionAdmission::giveUp);
    }

    /** Does all of it. */
    List<Result> make(List<TransactionStep> steps) {
        Result[] results = new Result[steps.size()];
        for (int i = 0; i < results.length; i++) {
            if (steps.get(i) instanceof TransactionStep.Settle settle
                    && settle.settlement() instanceof Settlement.Ack) {
                results[i] = settle(settle);
            }
        }
        for (TransactionAdmission admission : admissions.values()) {
            admission.make(changes, (taken, op) -> results[op] = enqueued(taken));
        }
        for (int i = 0; i < results.length; i++) {
            if (steps.get(i) instanceof TransactionStep.Settle settle
                    && !(settle.settlement() instanceof Settlement.Ack)) {
                results[i] = settle(settle);
            } else if (steps.get(i) instanceof TransactionStep.Append) {
                results[i] = new Result.Appended(appends.makeNext(changes));
            }
        }
        return Arrays.asList(results);
    }

    private static Result enqueued(Taken taken) {
        return new Result.Enqueued(taken.messageId(), taken.seq(), taken.duplicate());
    }

    private Result settle(TransactionStep.Settle step) {
        Queue queue = Objects.requireNonNull(shard.table().find(step.queue()));
        SettleResult result = shard.settling().settle(queue, step.settlement(), step.handle(), changes);
        return new Result.Settled(result);
    }
}
