package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.QueueName;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.presence.WaitingReceive;
import dev.leat.engine.shard.Changes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks for messages. If there are none, or they have to be read first, a {@link ReceiveWaiter} goes on in its place. */
abstract class FetchCall extends QueueCall<QueueOutcome.Received> implements FetchRequest {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Reply<? super QueueOutcome.Received> reply;
    private boolean waits;

    FetchCall(QueueShard shard, QueueName name, Reply<? super QueueOutcome.Received> reply) {
        super(shard, name, reply);
        this.reply = reply;
    }

    /** Those who waited before come first. */
    void take(Group group, @Nullable ConsumerName consumer, Duration waitFor, Changes changes) {
        shard.leases().expire(group, changes);
        if (group.stirred) {
            shard.waiting().serve(group, changes);
        }
        FetchResult haul = grant(group, changes);
        if (consumer != null) {
            shard.presence().received(group.workplace, consumer, haul.deliveries.size(), changes);
        }
        if (!haul.isEmpty() || (waitFor.isZero() && !haul.later)) {
            decided(outcome(haul));
        } else if (!haul.later && hasTooManyWaiters(group.queue)) {
            rejected(new Rejection.TooManyWaiters(name, RETRY));
        } else {
            group.reading |= haul.later;
            wait(group, consumer, changes.time() + waitFor.toMillis());
        }
    }

    private static boolean hasTooManyWaiters(Queue queue) {
        int most = queue.config.maxWaiters();
        int waiters = 0;
        for (Group group : queue.groups.values()) {
            waiters += group.waiters.size();
        }
        return most > 0 && waiters >= most;
    }

    private void wait(Group group, @Nullable ConsumerName consumer, long until) {
        waits = true;
        WaitingReceive parked =
                consumer == null ? WaitingReceive.UNKNOWN : shard.presence().parked(group.workplace, consumer);
        long number = shard.waiting().nextNumber();
        shard.waiting().wait(group, new ReceiveWaiter(this, this, consumer, parked, until, number, reply));
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
