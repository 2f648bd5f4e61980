package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Reply;
import dev.leat.engine.presence.WaitingReceive;
import dev.leat.engine.shard.Call;
import org.jspecify.annotations.Nullable;

/** Somebody who waits for messages of a group. */
final class ReceiveWaiter extends Waiter<QueueOutcome.Received> {
    final FetchRequest wish;
    final @Nullable ConsumerName consumer;
    final WaitingReceive parked;

    /** @param parked who has to be told when it does not wait any more */
    ReceiveWaiter(
            Call call,
            FetchRequest wish,
            @Nullable ConsumerName consumer,
            WaitingReceive parked,
            long until,
            long number,
            Reply<? super QueueOutcome.Received> reply) {
        super(call, until, number, reply);
        this.wish = wish;
        this.consumer = consumer;
        this.parked = parked;
    }
}
