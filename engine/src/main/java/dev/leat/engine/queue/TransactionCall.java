package dev.leat.engine.queue;

import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.Transaction;
import dev.leat.engine.shard.AskedCall;
import dev.leat.engine.shard.Changes;

/** Not built yet. */
final class TransactionCall extends AskedCall<QueueOutcome.Transacted> {
    private final Transaction command;

    TransactionCall(QueueShard shard, Transaction command, Reply<? super QueueOutcome.Transacted> reply) {
        super(reply);
        this.command = command;
    }

    @Override
    protected void decide(Changes changes) {
        rejected(new Rejection.BadArgument("not built yet: " + command));
    }
}
