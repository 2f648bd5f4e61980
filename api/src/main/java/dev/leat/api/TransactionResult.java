package dev.leat.api;

import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.stream.AppendResult;

/** The result of one change of a transaction. */
public sealed interface TransactionResult {

    /** The result of a settlement. */
    record Settled(SettleResult result) implements TransactionResult {}

    /** The message was enqueued, or was a duplicate of one that was. */
    record Enqueued(MessageId messageId, long seq, boolean duplicate) implements TransactionResult {}

    /** The result of an append. */
    record Appended(AppendResult outcome) implements TransactionResult {}
}
