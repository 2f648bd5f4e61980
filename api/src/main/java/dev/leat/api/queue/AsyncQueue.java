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

/** A queue by its name, for code that must not wait: the twin of {@link MessageQueue}. */
public final class AsyncQueue {
    private final Engine engine;
    private final QueueName name;

    AsyncQueue(Engine engine, QueueName name) {
        this.engine = engine;
        this.name = name;
    }

    /** Returns a group of a fan-out queue by its name, which need not exist yet. */
    public AsyncGroup group(String group) {
        return new AsyncGroup(engine, name, GroupName.of(group));
    }

    /** Returns a consumer of a work queue by its name. */
    public AsyncConsumer consumer(String consumer) {
        return new AsyncConsumer(engine, name, null, ConsumerName.of(consumer));
    }

    /** Creates the queue, or confirms one with the same configuration; see {@link MessageQueue#create}. */
    public CompletionStage<CreateQueueResult> create(QueueConfig config) {
        return engine.callAsync(new QueueCommand.CreateQueue(name, config));
    }

    /** Completes with the state of the queue. */
    public CompletionStage<QueueInfo> info() {
        return engine.callAsync(new QueueQuery.Queue(name));
    }

    /** Replaces the configuration and completes with the new one. */
    public CompletionStage<QueueConfig> update(QueueConfig config) {
        return engine.callAsync(new QueueCommand.UpdateQueue(name, config, null))
                .thenApply(QueueOutcome.QueueUpdated::config);
    }

    /** Replaces the configuration if it still is the expected one; else fails with a {@link Rejection.Conflict}. */
    public CompletionStage<QueueConfig> update(QueueConfig config, QueueConfig expected) {
        return engine.callAsync(new QueueCommand.UpdateQueue(name, config, expected))
                .thenApply(QueueOutcome.QueueUpdated::config);
    }

    /** Removes the queue with all its messages; fails while other queues send their dead letters to it. */
    public CompletionStage<Void> delete() {
        return engine.callAsync(new QueueCommand.DeleteQueue(name, false)).thenAccept(deleted -> {});
    }

    /** Removes the queue and clears the dead-letter setting of the queues that name it. */
    public CompletionStage<Void> deleteAndDetach() {
        return engine.callAsync(new QueueCommand.DeleteQueue(name, true)).thenAccept(deleted -> {});
    }

    /** Enqueues a text. */
    public CompletionStage<EnqueueResult> enqueue(String text) {
        return enqueue(NewMessage.of(text));
    }

    /** Enqueues bytes. */
    public CompletionStage<EnqueueResult> enqueue(byte[] payload) {
        return enqueue(NewMessage.of(payload));
    }

    /** Enqueues a message; see {@link MessageQueue#enqueue(NewMessage)}. */
    public CompletionStage<EnqueueResult> enqueue(NewMessage message) {
        return engine.callAsync(QueueCommand.Enqueue.of(name, message)).thenApply(QueueOutcome.Enqueued::only);
    }

    /** Enqueues all messages or none, and completes with one result for each in their order. */
    public CompletionStage<List<EnqueueResult>> enqueue(List<NewMessage> messages) {
        return engine.callAsync(new QueueCommand.Enqueue(name, messages, false)).thenApply(QueueOutcome.Enqueued::all);
    }

    /** Enqueues the messages one by one and completes with the result of each in their order: enqueued, or why not. */
    public CompletionStage<List<EnqueueEachResult>> enqueueEach(List<NewMessage> messages) {
        return engine.callAsync(new QueueCommand.Enqueue(name, messages, true))
                .thenApply(QueueOutcome.Enqueued::results);
    }

    /** See {@link AsyncConsumer#receive(int, Duration)}. */
    public CompletableFuture<Deliveries> receive(int max, Duration waitFor) {
        return new AsyncConsumer(engine, name, null, ConsumerName.ofProcess()).receive(max, waitFor);
    }

    /** Removes the next messages from a work queue and completes with them. */
    public CompletionStage<Deliveries> pop(int max) {
        return engine.callAsync(new QueueCommand.Pop(name, max, QueueSide.HEAD));
    }

    /** Removes the last messages from a work queue and completes with them. */
    public CompletionStage<Deliveries> popLast(int max) {
        return engine.callAsync(new QueueCommand.Pop(name, max, QueueSide.TAIL));
    }

    /** Reports that the work is done; see {@link MessageQueue#ack}. */
    public CompletionStage<SettleResult> ack(Delivery delivery) {
        return settle(Settlement.Ack.of(delivery.deliveryId()));
    }

    /** Reports that the work failed; see {@link MessageQueue#nack(Delivery)}. */
    public CompletionStage<SettleResult> nack(Delivery delivery) {
        return settle(Settlement.Nack.of(delivery.deliveryId()));
    }

    /** Reports that the work failed, and why; see {@link MessageQueue#nack(Delivery, String)}. */
    public CompletionStage<SettleResult> nack(Delivery delivery, String error) {
        return settle(Settlement.Nack.of(delivery.deliveryId()).withError(error));
    }

    /** Reports that the work failed and delays the next attempt; see {@link MessageQueue#nack(Delivery, Duration)}. */
    public CompletionStage<SettleResult> nack(Delivery delivery, Duration delay) {
        return settle(Settlement.Nack.of(delivery.deliveryId()).withDelay(delay));
    }

    /** Gives a delivery back with its attempt unspent; see {@link MessageQueue#release}. */
    public CompletionStage<SettleResult> release(Delivery delivery) {
        return settle(Settlement.Release.of(delivery.deliveryId()));
    }

    /** Makes a message a dead letter now; see {@link MessageQueue#reject}. */
    public CompletionStage<SettleResult> reject(Delivery delivery, String reason) {
        return settle(Settlement.Reject.of(delivery.deliveryId(), reason));
    }

    /** Prolongs a lease; see {@link MessageQueue#extend}. */
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

    /** Settles all deliveries or none. */
    public CompletionStage<List<SettleResult>> settleTogether(List<Settlement> settlements) {
        return engine.callAsync(new QueueCommand.Settle(name, settlements, true))
                .thenApply(QueueOutcome.Settled::results);
    }

    /** Settles a message by its id, leased or not: for operators. Fails with a {@link RejectedException} if that is refused. */
    public CompletionStage<SettleResult> settle(MessageId message, MessageSettlement settlement) {
        return engine.callAsync(new QueueCommand.SettleMessage(name, null, message, settlement))
                .thenApply(AsyncQueue::accepted);
    }

    /** Removes a message that is not leased. */
    public CompletionStage<Void> cancel(MessageId message) {
        return engine.callAsync(new QueueCommand.Cancel(name, message, false)).thenAccept(cancelled -> {});
    }

    /** Removes a message, leased or not. */
    public CompletionStage<Void> cancelEvenIfLeased(MessageId message) {
        return engine.callAsync(new QueueCommand.Cancel(name, message, true)).thenAccept(cancelled -> {});
    }

    /** Removes messages of a queue without priorities by their seqs, leased or not; completes with how many there were. */
    public CompletionStage<Integer> cancelAll(List<Long> seqs) {
        return engine.callAsync(new QueueCommand.CancelAll(name, seqs)).thenApply(QueueOutcome.CancelledAll::messages);
    }

    /** Removes the messages of a scope; completes with how many there were. */
    public CompletionStage<Long> purge(PurgeScope scope) {
        return engine.callAsync(new QueueCommand.Purge(name, scope, null)).thenApply(QueueOutcome.Purged::messages);
    }

    /** Stops deliveries; leased messages can still be settled. */
    public CompletionStage<Void> pause() {
        return engine.callAsync(new QueueCommand.Pause(name, null, true)).thenAccept(paused -> {});
    }

    /** Starts deliveries again after {@link #pause}. */
    public CompletionStage<Void> resume() {
        return engine.callAsync(new QueueCommand.Pause(name, null, false)).thenAccept(paused -> {});
    }

    /** Completes with one page of messages; {@link MessagePage#next} is where the next page begins. */
    public CompletionStage<MessagePage> browse(BrowseOptions options) {
        return engine.callAsync(options.query(name));
    }

    /** Completes with a message by its id. */
    public CompletionStage<MessageInfo> get(MessageId message) {
        return engine.callAsync(new QueueQuery.Message(name, message)).thenApply(QueueOutcome.Found::message);
    }

    /** Completes with a message by its seq, in a queue without priorities. */
    public CompletionStage<MessageInfo> get(long seq) {
        return engine.callAsync(new QueueQuery.MessageAt(name, seq)).thenApply(QueueOutcome.Found::message);
    }

    /** Starts a task that sends all dead letters of this queue back to their origins. */
    public CompletionStage<QueueTask> redrive() {
        return redrive(RedriveOptions.ALL);
    }

    /** Starts a task that sends dead letters of this queue back; see {@link MessageQueue#redrive(RedriveOptions)}. */
    public CompletionStage<QueueTask> redrive(RedriveOptions options) {
        return engine.callAsync(options.command(name)).thenApply(begun -> new QueueTask(engine, begun));
    }

    /** Completes with the consumers of all groups, and how many each group has. */
    public CompletionStage<PresencePage> consumers() {
        return engine.callAsync(new QueueQuery.Consumers(name, null));
    }
}
