package dev.leat.api;

import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Transaction;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes that are to be made together, or not at all; nothing happens before {@link #commit}. All names have to share
 * their part in braces, such as {@code jobs-{eu}} and {@code {eu}/audit}, or be the same.
 */
public final class TransactionBuilder {
    private final Engine engine;
    private final List<Transaction.Op> ops = new ArrayList<>();

    /** Creates an empty transaction. */
    public TransactionBuilder(Engine engine) {
        this.engine = engine;
    }

    /** Adds an enqueue of a text. */
    public TransactionBuilder enqueue(String queue, String text) {
        return enqueue(queue, NewMessage.of(text));
    }

    /** Adds an enqueue of a message. */
    public TransactionBuilder enqueue(String queue, NewMessage message) {
        return with(new Transaction.Op.Enqueue(QueueName.of(queue), message));
    }

    /** Adds an ack; if it is refused, so is the transaction. */
    public TransactionBuilder ack(String queue, Delivery delivery) {
        return settle(queue, Settlement.Ack.of(delivery.deliveryId()));
    }

    /** Adds a nack whose delay is the queue's backoff. */
    public TransactionBuilder nack(String queue, Delivery delivery) {
        return settle(queue, Settlement.Nack.of(delivery.deliveryId()));
    }

    /** Adds a nack with a delay that replaces the queue's backoff. */
    public TransactionBuilder nack(String queue, Delivery delivery, Duration delay) {
        return settle(queue, Settlement.Nack.of(delivery.deliveryId()).withDelay(delay));
    }

    /** Any settlement; if it is refused, so is the transaction. */
    public TransactionBuilder settle(String queue, Settlement settlement) {
        return with(new Transaction.Op.Settle(QueueName.of(queue), settlement));
    }

    /** Adds an append to a stream. */
    public TransactionBuilder append(String stream, Body body) {
        return append(stream, body, null, null);
    }

    /** Adds an append that is refused, and the transaction with it, unless the stream's tail is the expected one. */
    public TransactionBuilder append(String stream, Body body, Offset expectedTail) {
        return append(stream, body, null, expectedTail);
    }

    /** Adds an append with a producer's stamp: a stamp that was seen before appends nothing. */
    public TransactionBuilder append(String stream, Body body, ProducerStamp producer) {
        return append(stream, body, producer, null);
    }

    private TransactionBuilder append(
            String stream, Body body, @Nullable ProducerStamp producer, @Nullable Offset expectedTail) {
        Command.Append append = new Command.Append(StreamPath.of(stream), null, body, producer, null, false);
        return with(new Transaction.Op.Append(append, expectedTail));
    }

    private TransactionBuilder with(Transaction.Op op) {
        ops.add(op);
        return this;
    }

    /**
     * Makes all changes and returns after they are durable, with one result for each in their order.
     *
     * @throws RejectedException if one of them is refused, and then nothing was done: its rejection is a {@link Rejection.Conflict} that
     *     says which and why
     * @throws OutcomeUnknownException if the answer of a server was lost, and the changes cannot be repeated without harm
     */
    public List<TransactionResult> commit() {
        return engine.call(new Transaction(ops)).results();
    }

    /** Makes all changes; the stage completes after they are durable, or fails as {@link #commit} throws. */
    public CompletionStage<List<TransactionResult>> commitAsync() {
        return engine.callAsync(new Transaction(ops)).thenApply(QueueOutcome.Transacted::results);
    }
}
