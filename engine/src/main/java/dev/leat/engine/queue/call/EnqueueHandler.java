package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.engine.queue.delivery.Enqueuer;
import dev.leat.engine.queue.delivery.Waiter;
import dev.leat.engine.queue.delivery.WaiterDispatcher;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;

/** Handler of enqueues. In a full queue that lets producers wait, a {@link Waiter.EnqueueWaiter} takes the place of the call. */
public final class EnqueueHandler {
    /** The longest wait for messages that are read to be dropped. */
    private static final long READING_MILLIS = 10_000;

    private final Enqueuer enqueuer;
    private final WaiterDispatcher waiters;

    public EnqueueHandler(Enqueuer enqueuer, WaiterDispatcher waiters) {
        this.enqueuer = enqueuer;
        this.waiters = waiters;
    }

    static int bytes(QueueCommand.Enqueue command) {
        int bytes = 0;
        for (NewMessage message : command.messages()) {
            bytes += message.payload().length;
        }
        return bytes;
    }

    Decision<QueueOutcome.Enqueued> enqueue(Queue queue, QueueCommand.Enqueue command, Changes changes) {
        Enqueuer.Fit fit = enqueuer.fit(queue, command.messages(), changes);
        if (longest(queue) > 0 && mayWait(queue) && enqueuer.hasToWait(queue, command, fit, changes)) {
            long until = changes.time() + longest(queue);
            return new Decision.Wait<>(
                    call -> waiters.wait(queue, new Waiter.EnqueueWaiter(call, command, until, waiters.nextNumber())));
        }
        if (command.partial()) {
            return Decision.accept(new QueueOutcome.Enqueued(enqueuer.takeEach(queue, command.messages(), changes)));
        }
        Rejection flaw = enqueuer.reserve(fit);
        return flaw == null
                ? Decision.accept(new QueueOutcome.Enqueued(enqueuer.take(queue, command.messages(), changes)))
                : Decision.reject(flaw);
    }

    private static long longest(Queue queue) {
        return switch (queue.config.full()) {
            case REJECT -> 0;
            case DROP_OLDEST -> READING_MILLIS;
            case WAIT -> queue.config.fullWait().toMillis();
        };
    }

    private static boolean mayWait(Queue queue) {
        int most = queue.config.maxWaiters();
        return most == 0 || queue.enqueueWaiters.size() < most;
    }
}
