package dev.leat.api;

import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.stream.AppendResult;

/** What became of one of the changes. */
public sealed interface TransactionResult {

    record Settled(SettleResult result) implements TransactionResult {}

    record Enqueued(MessageId messageId, long seq, boolean duplicate) implements TransactionResult {}

    record Appended(AppendResult outcome) implements TransactionResult {}
}
