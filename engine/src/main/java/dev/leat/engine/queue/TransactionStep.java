package dev.leat.engine.queue;

import dev.leat.api.Command;
import dev.leat.api.NewMessage;
import dev.leat.api.Offset;
import dev.leat.api.QueueName;
import dev.leat.api.Settlement;
import dev.leat.engine.stream.WireMessages;
import org.jspecify.annotations.Nullable;

/** One of the changes of a transaction, and what the thread that asks could find out about it. */
sealed interface TransactionStep {

    /** @param handle what the delivery id says; null if it is none of ours */
    record Settle(
            QueueName queue,
            Settlement settlement,
            @Nullable DeliveryHandle handle) implements TransactionStep {}

    record Enqueue(QueueName queue, NewMessage message) implements TransactionStep {}

    /** @param expected the tail that the stream has to have; null for any */
    record Append(
            Command.Append append,
            WireMessages messages,
            @Nullable Offset expected) implements TransactionStep {}
}
