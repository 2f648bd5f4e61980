package dev.leat.api.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A queue by its name, for code that must not wait: the twin of {@link MessageQueue}. */
public final class AsyncQueue {
    private final Engine engine;
    private final QueueName name;

    AsyncQueue(Engine engine, QueueName name) {
        this.engine = engine;
        this.name = name;
    }

    public AsyncGroup group(String group) {
        return new AsyncGroup(engine, name, GroupName.of(group));
    }

    public AsyncConsumer consumer(String consumer) {
        return new AsyncConsumer(engine, name, null, ConsumerName.of(consumer));
    }

    public CompletionStage<CreateQueueResult> create(QueueConfig config) {
        return engine.callAsync(new QueueCommand.CreateQueue(name, config));
    }

    public CompletionStage<QueueInfo> info() {
        return engine.callAsync(new QueueQuery.Queue(name));
    }

    /** @param expected the configuration that is changed; null for whichever it is */
    public CompletionStage<QueueOutcome.QueueUpdated> update(QueueConfig config, @Nullable QueueConfig expected) {
        return engine.callAsync(new QueueCommand.UpdateQueue(name, config, expected));
    }

    public CompletionStage<QueueOutcome.QueueDeleted> delete() {
        return engine.callAsync(new QueueCommand.DeleteQueue(name, false));
    }

    public CompletionStage<QueueOutcome.QueueDeleted> deleteAndDetach() {
        return engine.callAsync(new QueueCommand.DeleteQueue(name, true));
    }

    public CompletionStage<EnqueueResult> enqueue(String text) {
        return enqueue(NewMessage.of(text));
    }

    public CompletionStage<EnqueueResult> enqueue(byte[] payload) {
        return enqueue(NewMessage.of(payload));
    }

    public CompletionStage<EnqueueResult> enqueue(NewMessage message) {
        return engine.callAsync(QueueCommand.Enqueue.of(name, message)).thenApply(QueueOutcome.Enqueued::only);
    }

    public CompletionStage<QueueOutcome.Enqueued> enqueue(List<NewMessage> messages) {
        return engine.callAsync(new QueueCommand.Enqueue(name, messages, false));
    }

    public CompletionStage<QueueOutcome.Enqueued> enqueueEach(List<NewMessage> messages) {
        return engine.callAsync(new QueueCommand.Enqueue(name, messages, true));
    }

    /** See {@link AsyncConsumer#receive(int, Duration)}. */
    public CompletableFuture<Deliveries> receive(int max, Duration waitFor) {
        return new AsyncConsumer(engine, name, null, ConsumerName.ofProcess()).receive(max, waitFor);
    }

    public CompletionStage<Deliveries> pop(int max) {
        return engine.callAsync(new QueueCommand.Pop(name, max, QueueSide.HEAD));
    }

    public CompletionStage<Deliveries> popLast(int max) {
        return engine.callAsync(new QueueCommand.Pop(name, max, QueueSide.TAIL));
    }

    public CompletionStage<SettleResult> ack(Delivery delivery) {
        return settle(Settlement.Ack.of(delivery.deliveryId()));
    }

    public CompletionStage<SettleResult> nack(Delivery delivery) {
        return settle(Settlement.Nack.of(delivery.deliveryId()));
    }

    public CompletionStage<SettleResult> nack(Delivery delivery, @Nullable Duration delay, @Nullable String error) {
        return settle(new Settlement.Nack(delivery.deliveryId(), delay, null, error));
    }

    public CompletionStage<SettleResult> release(Delivery delivery) {
        return settle(Settlement.Release.of(delivery.deliveryId()));
    }

    public CompletionStage<SettleResult> reject(Delivery delivery, String reason) {
        return settle(Settlement.Reject.of(delivery.deliveryId(), reason));
    }

    public CompletionStage<SettleResult> extend(Delivery delivery, Duration lease) {
        return settle(new Settlement.Extend(delivery.deliveryId(), lease));
    }

    /** Fails with a {@link RejectedException} if the settlement is refused. */
    public CompletionStage<SettleResult> settle(Settlement settlement) {
        return engine.callAsync(QueueCommand.Settle.of(name, settlement)).thenApply(AsyncQueue::accepted);
    }

    private static SettleResult accepted(QueueOutcome.Settled settled) {
        SettleResult result = settled.only();
        Rejection rejection = result.rejection();
        if (rejection != null) {
            throw RejectedException.withoutTrace(rejection);
        }
        return result;
    }

    /** Settles each by itself: look into the results for those that were refused. */
    public CompletionStage<List<SettleResult>> settle(List<Settlement> settlements) {
        return engine.callAsync(new QueueCommand.Settle(name, settlements, false))
                .thenApply(QueueOutcome.Settled::results);
    }

    public CompletionStage<List<SettleResult>> settleTogether(List<Settlement> settlements) {
        return engine.callAsync(new QueueCommand.Settle(name, settlements, true))
                .thenApply(QueueOutcome.Settled::results);
    }

    /** Settles a message by its id, leased or not: for operators. Fails with a {@link RejectedException} if that is refused. */
    public CompletionStage<SettleResult> settle(MessageId message, MessageSettlement settlement) {
        return engine.callAsync(new QueueCommand.SettleMessage(name, null, message, settlement))
                .thenApply(AsyncQueue::accepted);
    }

    public CompletionStage<QueueOutcome.Cancelled> cancel(MessageId message) {
        return engine.callAsync(new QueueCommand.Cancel(name, message, false));
    }

    public CompletionStage<QueueOutcome.Cancelled> cancelEvenIfLeased(MessageId message) {
        return engine.callAsync(new QueueCommand.Cancel(name, message, true));
    }

    public CompletionStage<QueueOutcome.CancelledAll> cancelAll(List<Long> seqs) {
        return engine.callAsync(new QueueCommand.CancelAll(name, seqs));
    }

    public CompletionStage<QueueOutcome.Purged> purge(PurgeScope scope) {
        return engine.callAsync(new QueueCommand.Purge(name, scope, null));
    }

    public CompletionStage<QueueOutcome.Paused> pause() {
        return engine.callAsync(new QueueCommand.Pause(name, null, true));
    }

    public CompletionStage<QueueOutcome.Paused> resume() {
        return engine.callAsync(new QueueCommand.Pause(name, null, false));
    }

    public CompletionStage<MessagePage> browse(
            @Nullable GroupName group, MessageInfo.@Nullable State state, @Nullable String after, int limit) {
        return engine.callAsync(new QueueQuery.Browse(name, group, state, after, limit));
    }

    public CompletionStage<MessageInfo> get(MessageId message) {
        return engine.callAsync(new QueueQuery.Message(name, message)).thenApply(QueueOutcome.Found::message);
    }

    public CompletionStage<MessageInfo> get(long seq) {
        return engine.callAsync(new QueueQuery.MessageAt(name, seq)).thenApply(QueueOutcome.Found::message);
    }

    public CompletionStage<QueueTask> redrive() {
        return redrive(RedriveFilter.ALL, 0, 0, null);
    }

    public CompletionStage<QueueTask> redrive(
            RedriveFilter filter, long limit, double perSecond, @Nullable QueueName to) {
        return engine.callAsync(new QueueCommand.Redrive(name, filter, limit, perSecond, to))
                .thenApply(begun -> new QueueTask(engine, begun));
    }

    public CompletionStage<PresencePage> consumers() {
        return engine.callAsync(new QueueQuery.Consumers(name, null));
    }
}
