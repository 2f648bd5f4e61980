package dev.leat.engine.queue.delivery;

import dev.leat.api.queue.Delivery.Redelivery;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.SettleResult;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.shard.Changes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows an attempt that did not end with an ack: another attempt, or, once the message is out of attempts,
 * {@link DeadLetterSink}. Nacks, releases, ended leases and claims all come here. A message is also checked before it is delivered,
 * because its queue may allow fewer attempts by then.
 */
public final class Retries {
    private final QueueShardContext shard;
    private final MessageExpiry expiry;
    private final DeadLetterSink deadLetterSink;

    public Retries(QueueShardContext shard, MessageExpiry expiry, DeadLetterSink deadLetterSink) {
        this.shard = shard;
        this.expiry = expiry;
        this.deadLetterSink = deadLetterSink;
    }

    /** Returns whether a message in this state is out of attempts. */
    static boolean areSpent(Queue queue, DeliveryState state) {
        int budget = state.budget(queue.config);
        return budget > 0 && state.attempts() >= budget;
    }

    /**
     * Makes a message deliverable again, at once or later, or sends it away if it is out of attempts or expired meanwhile.
     *
     * @param failed the state after the attempt
     * @param readyAt when the next attempt may begin
     * @param cause what ended the attempt
     * @param exhausted the reason that a dead letter gets
     */
    public SettleResult retry(
            Group group,
            long at,
            DeliveryState failed,
            long readyAt,
            Redelivery cause,
            Provenance.Reason exhausted,
            Changes changes) {
        SettleResult sent = sendIfSpent(group, at, failed, exhausted, changes);
        if (sent != null) {
            return sent;
        }
        DeliveryState back = failed.again(changes.time(), readyAt, cause);
        shard.put(group, at, back, changes); // also if it ends at once: it is counted as given back
        return expiry.isOver(group.queue, at, changes.time())
                ? expiry.end(group, at, back, changes)
                : new SettleResult.Requeued(Instant.ofEpochMilli(readyAt));
    }

    /** Sends a message that is out of attempts to {@link DeadLetterSink}. Returns null if it has attempts left. */
    @Nullable
    public SettleResult sendIfSpent(
            Group group, long at, DeliveryState state, Provenance.Reason reason, Changes changes) {
        return areSpent(group.queue, state) ? deadLetterSink.send(group, at, state, reason, changes) : null;
    }
}
