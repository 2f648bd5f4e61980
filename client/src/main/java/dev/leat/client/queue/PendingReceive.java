package dev.leat.client.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome.Settled;
import dev.leat.api.spi.Reply;
import dev.leat.client.transport.RepeatedRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A receive that waits. If the caller ends the wait, it is answered at once and the request is abandoned, which the server treats as a
 * consumer that is gone. Messages that arrive nevertheless are released.
 */
final class PendingReceive implements Reply<Deliveries> {
    private final RemoteQueues queues;
    private final QueueCommand.Receive command;
    private final Reply<? super Deliveries> reply;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable RepeatedRequest<?> asking;

    PendingReceive(RemoteQueues queues, QueueCommand.Receive command, Reply<? super Deliveries> reply) {
        this.queues = queues;
        this.command = command;
        this.reply = reply;
    }

    void started(RepeatedRequest<?> begun) {
        asking = begun;
        if (over.get()) {
            begun.abandon();
        }
    }

    void end() {
        if (finish()) {
            RepeatedRequest<?> begun = asking;
            if (begun != null) {
                begun.abandon();
            }
            reply.answered(new Deliveries(List.of(), false));
        }
    }

    private boolean finish() {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            queues.ended(reply);
        }
        return first;
    }

    @Override
    public void answered(Deliveries received) {
        if (finish()) {
            reply.answered(received);
        } else {
            release(received);
        }
    }

    @Override
    public void refused(Rejection rejection) {
        if (finish()) {
            reply.refused(rejection);
        }
    }

    private void release(Deliveries unwanted) {
        if (!unwanted.isEmpty()) {
            List<Settlement> releases = unwanted.deliveries().stream()
                    .map(Delivery::deliveryId)
                    .<Settlement>map(Settlement.Release::of)
                    .toList();
            queues.submit(new QueueCommand.Settle(command.queue(), releases, false), UNHEARD);
        }
    }

    /** Ignores the reply of a release. If the release fails, the lease expires. */
    private static final Reply<Settled> UNHEARD = new Reply<>() {
        @Override
        public void answered(Settled outcome) {}

        @Override
        public void refused(Rejection rejection) {}
    };
}
