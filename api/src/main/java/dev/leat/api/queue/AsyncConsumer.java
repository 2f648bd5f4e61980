package dev.leat.api.queue;

import dev.leat.api.internal.Promise;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One named worker of a group, for code that must not wait: the twin of {@link QueueConsumer}. */
public final class AsyncConsumer {
    private final Engine engine;
    private final QueueName queue;
    private final @Nullable GroupName group;
    private final ConsumerName name;

    AsyncConsumer(Engine engine, QueueName queue, @Nullable GroupName group, ConsumerName name) {
        this.engine = engine;
        this.queue = queue;
        this.group = group;
        this.name = name;
    }

    /**
     * Completes with the next messages, or with none when the time is over. Cancelling the future, or a timeout of it, ends the
     * waiting; a message that came at the same moment is released.
     */
    public CompletableFuture<Deliveries> receive(int max, Duration waitFor) {
        return receive(new QueueCommand.Receive(queue, group, name, max, waitFor, null));
    }

    /** Completes with the next messages, whose leases have a duration of their own; see {@link #receive(int, Duration)}. */
    public CompletableFuture<Deliveries> receive(int max, Duration waitFor, Duration lease) {
        return receive(new QueueCommand.Receive(queue, group, name, max, waitFor, lease));
    }

    /** As {@link QueueConsumer#receiveLast}. Cancelling the future ends the waiting. */
    public CompletableFuture<Deliveries> receiveLast(int max, Duration waitFor) {
        return receive(QueueConsumer.fromTail(queue, group, name, max, waitFor));
    }

    /** As {@link QueueConsumer#ackAndReceive}. Cancelling it ends the waiting, not the acks. */
    public CompletableFuture<Deliveries> ackAndReceive(List<Delivery> done, int max, Duration waitFor) {
        return receive(QueueConsumer.acking(queue, group, name, done, max, waitFor));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the dependent stages only clean up
    private CompletableFuture<Deliveries> receive(QueueCommand.Receive command) {
        Promise<Deliveries> answer = new Promise<>();
        engine.submit(command, answer);
        CompletableFuture<Deliveries> received = answer.thenApply(found -> found);
        received.whenComplete((found, failure) -> {
            if (failure != null && !answer.isCompletedExceptionally()) {
                engine.endWait(command, answer);
                answer.thenAccept(this::release);
            }
        });
        return received;
    }

    private void release(Deliveries unwanted) {
        if (!unwanted.isEmpty()) {
            List<Settlement> releases = unwanted.deliveries().stream()
                    .<Settlement>map(delivery -> Settlement.Release.of(delivery.deliveryId()))
                    .toList();
            engine.submit(new QueueCommand.Settle(queue, releases, false), new Promise<>());
        }
    }

    /** Takes over leases of consumers whose presence has expired. */
    public CompletionStage<Deliveries> claim(int max) {
        return engine.callAsync(new QueueCommand.Claim(queue, group, name, null, max, null));
    }

    /** Takes over leases that were not extended for a time, of any consumer. */
    public CompletionStage<Deliveries> claim(int max, Duration minIdle) {
        return engine.callAsync(new QueueCommand.Claim(queue, group, name, minIdle, max, null));
    }

    /** Reports that this consumer is alive. */
    public CompletionStage<Presence> heartbeat() {
        return heartbeat(HeartbeatOptions.DEFAULT);
    }

    /** Reports that this consumer is alive, with what the options add. */
    public CompletionStage<Presence> heartbeat(HeartbeatOptions options) {
        return engine.callAsync(options.command(queue, group, name)).thenApply(QueueOutcome.Present::presence);
    }

    /** Ends this consumer's presence; its leases stay until they end. Completes with whether the consumer was known. */
    public CompletionStage<Boolean> leave() {
        return leave(false);
    }

    /** Ends this consumer's presence and releases its leases with the attempts unspent. Completes with whether it was known. */
    public CompletionStage<Boolean> leaveAndRelease() {
        return leave(true);
    }

    private CompletionStage<Boolean> leave(boolean release) {
        return engine.callAsync(new QueueCommand.Leave(queue, group, name, "", release))
                .thenApply(QueueOutcome.Left::existed);
    }
}
