package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Reply;
import dev.leat.engine.presence.Parked;
import dev.leat.engine.shard.Call;
import org.jspecify.annotations.Nullable;

/** Somebody who waits for messages of a group. */
final class Receiver extends Waiter<QueueOutcome.Received> {
    final Wish wish;
    final @Nullable ConsumerName consumer;
    final Parked parked;

    /** @param parked who has to be told when it does not wait any more */
    Receiver(
            Call call,
            Wish wish,
            @Nullable ConsumerName consumer,
            Parked parked,
            long until,
            long number,
            Reply<? super QueueOutcome.Received> reply) {
        super(call, until, number, reply);
        this.wish = wish;
        this.consumer = consumer;
        this.parked = parked;
    }
}
