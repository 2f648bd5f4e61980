package dev.leat.engine.queue;

import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import java.util.List;

/** Makes several changes together, or none of them: everything is checked before anything is changed. */
final class TransactionCall extends ReplyCall<QueueOutcome.Transacted> {
    private final QueueShard shard;
    private final List<TransactionStep> steps;
    private final int bytes;

    TransactionCall(
            QueueShard shard, List<TransactionStep> steps, long bytes, Reply<? super QueueOutcome.Transacted> reply) {
        super(reply);
        this.shard = shard;
        this.steps = steps;
        this.bytes = Math.toIntExact(bytes);
    }

    @Override
    protected void decide(Changes changes) {
        TransactionPlan plan = new TransactionPlan(shard, changes);
        Rejection flaw = plan.flaw(steps);
        if (flaw == null) {
            decided(new QueueOutcome.Transacted(plan.make(steps)));
        } else {
            plan.giveUp();
            rejected(flaw);
        }
    }

    static Rejection conflict(int op, Rejection cause) {
        boolean plain = cause instanceof Rejection.Conflict; // a condition of the transaction's own
        return new Rejection.Conflict(op, cause.reason(), plain ? null : cause);
    }

    @Override
    protected int bytes() {
        return bytes;
    }
}
