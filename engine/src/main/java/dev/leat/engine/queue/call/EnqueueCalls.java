package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.delivery.Enqueuer;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.delivery.Waiter;
import dev.leat.engine.queue.delivery.Waiters;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;

/** Calls that enqueue. */
public final class EnqueueCalls {
    private final ShardScope scope;
    private final Enqueuer enqueuer;
    private final Waiters waiters;

    public EnqueueCalls(ShardScope scope, Enqueuer enqueuer, Waiters waiters) {
        this.scope = scope;
        this.enqueuer = enqueuer;
        this.waiters = waiters;
    }

    /** Enqueues messages. In a full queue that lets producers wait, an {@link Waiter.EnqueueWaiter} takes the place of the call. */
    final class EnqueueCall extends QueueCall<QueueOutcome.Enqueued> {
        /** The longest wait for messages that are read to be dropped. */
        private static final long READING_MILLIS = 10_000;

        private final QueueCommand.Enqueue command;
        private final Reply<? super QueueOutcome.Enqueued> reply;
        private boolean waits;

        EnqueueCall(QueueCommand.Enqueue command, Reply<? super QueueOutcome.Enqueued> reply) {
            super(scope.table(), command.queue(), reply);
            this.command = command;
            this.reply = reply;
        }

        @Override
        protected int bytes() {
            int bytes = 0;
            for (NewMessage message : command.messages()) {
                bytes += message.payload().length;
            }
            return bytes;
        }

        @Override
        void decide(Queue queue, Changes changes) {
            Enqueuer.Fit fit = enqueuer.fit(queue, command.messages(), changes);
            if (longest(queue) > 0 && mayWait(queue) && enqueuer.hasToWait(queue, command, fit, changes)) {
                waits = true;
                long until = changes.time() + longest(queue);
                long number = waiters.nextNumber();
                waiters.wait(queue, new Waiter.EnqueueWaiter(this, command, until, number, reply));
            } else if (command.partial()) {
                decided(new QueueOutcome.Enqueued(enqueuer.takeEach(queue, command.messages(), changes)));
            } else {
                takeAll(queue, fit, changes);
            }
        }

        private void takeAll(Queue queue, Enqueuer.Fit fit, Changes changes) {
            Rejection flaw = enqueuer.reserve(fit);
            if (flaw == null) {
                decided(new QueueOutcome.Enqueued(enqueuer.take(queue, command.messages(), changes)));
            } else {
                rejected(flaw);
            }
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

        @Override
        protected void answer() {
            if (!waits) {
                super.answer();
            }
        }

        @Override
        protected void refuse(Rejection rejection) {
            if (!waits) {
                super.refuse(rejection);
            }
        }
    }
}
