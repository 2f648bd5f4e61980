package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Transaction;
import dev.leat.api.spi.Transaction.Op;
import dev.leat.api.stream.Offset;
import dev.leat.engine.queue.codec.DeliveryHandle;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.stream.Streams;
import dev.leat.engine.stream.WireMessages;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Work on a transaction before it reaches its shard: validation, decoding of delivery ids, and encoding of appends. */
public final class TransactionPreparation {
    private final Streams streams;
    private final DeliveryIdCipher seal;
    private final int limit;
    private final ToIntFunction<String> shardOf;

    /**
     * @param limit the most payload bytes of a transaction, which is one frame of the journal
     * @param shardOf the shard of a tag
     */
    public TransactionPreparation(Streams streams, DeliveryIdCipher seal, int limit, ToIntFunction<String> shardOf) {
        this.streams = streams;
        this.seal = seal;
        this.limit = limit;
        this.shardOf = shardOf;
    }

    /** Returns why a transaction is invalid in any state of its queues and streams; null if it is not. */
    @Nullable
    public Rejection flaw(Transaction transaction) {
        int shard = shardOf.applyAsInt(transaction.tag());
        long bytes = 0;
        for (int i = 0; i < transaction.ops().size(); i++) {
            Op op = transaction.ops().get(i);
            if (shardOf.applyAsInt(op.tag()) != shard) {
                return new Rejection.SpansShards(i);
            }
            Rejection flaw = op instanceof Op.Append append ? streams.flaw(append.append()) : null;
            if (flaw != null) {
                return TransactionHandler.conflict(i, flaw);
            }
            bytes += size(op);
        }
        return bytes > limit ? new Rejection.PayloadTooLarge(bytes, limit) : null;
    }

    public List<TransactionStep> steps(Transaction transaction) {
        return transaction.ops().stream().map(this::step).toList();
    }

    private TransactionStep step(Op op) {
        return switch (op) {
            case Op.Settle(var queue, var settlement) ->
                new TransactionStep.Settle(queue, settlement, seal.open(settlement.delivery()));
            case Op.Enqueue(var queue, var message) -> new TransactionStep.Enqueue(queue, message);
            case Op.Append(var append, var expected) ->
                new TransactionStep.Append(append, streams.prepare(append), expected);
        };
    }

    public static long size(Transaction transaction) {
        return transaction.ops().stream()
                .mapToLong(TransactionPreparation::size)
                .sum();
    }

    private static long size(Op op) {
        return switch (op) {
            case Op.Settle ignored -> 0;
            case Op.Enqueue enqueue -> size(enqueue.message());
            case Op.Append append -> append.append().body().bytes();
        };
    }

    private static long size(NewMessage message) {
        long characters = 0;
        for (Map.Entry<String, String> header : message.headers().entrySet()) {
            characters += header.getKey().length() + header.getValue().length();
        }
        return message.payload().length + characters;
    }

    /** One operation of a transaction, with what the calling thread prepared. */
    public sealed interface TransactionStep {

        /** @param handle the decoded delivery id; null if it is invalid */
        record Settle(
                QueueName queue,
                Settlement settlement,
                @Nullable DeliveryHandle handle) implements TransactionStep {}

        record Enqueue(QueueName queue, NewMessage message) implements TransactionStep {}

        /** @param expected the required tail of the stream; null for any */
        record Append(
                Command.Append append,
                WireMessages messages,
                @Nullable Offset expected) implements TransactionStep {}
    }
}
