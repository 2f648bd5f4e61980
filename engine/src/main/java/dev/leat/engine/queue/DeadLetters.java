package dev.leat.engine.queue;

import dev.leat.api.MessageId;
import dev.leat.api.MessageInfo;
import dev.leat.api.Provenance;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.Rejection;
import dev.leat.api.SettleResult;
import dev.leat.engine.shard.Changes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sends messages that failed for good to the dead-letter queue of their queue. */
final class DeadLetters {
    private final QueueShard shard;

    DeadLetters(QueueShard shard) {
        this.shard = shard;
    }

    /** What became of a message that failed for good. */
    enum Fate {
        /** It is in the dead-letter queue, or on its way there. */
        DEAD_LETTER,
        PARKED,
        DROPPED
    }

    /** @param to where it is a dead letter, if it is one */
    record Sent(Fate fate, @Nullable QueueName to, @Nullable MessageId id) {

        SettleResult result() {
            return switch (fate) {
                case DEAD_LETTER -> new SettleResult.DeadLettered(Objects.requireNonNull(to), id);
                case PARKED -> new SettleResult.Parked();
                case DROPPED -> new SettleResult.Dropped();
            };
        }
    }

    /**
     * Decides what becomes of a message that failed for good in a group, and does it.
     *
     * @param entry how it stood, with everything that it went through
     */
    Sent send(Group group, long at, Entry entry, Provenance.Reason reason, Changes changes) {
        Queue queue = group.queue;
        if (queue.config.exhausted() == QueueConfig.Exhausted.DROP) {
            shard.change(new Change.OfEntry(queue.number, group.number, at, entry.moving(reason)), changes);
            shard.change(new Change.Done(queue.number, group.number, at, Ending.DROPPED, entry.bytes()), changes);
            return new Sent(Fate.DROPPED, null, null);
        }
        Entry parked = entry.parked(reason);
        shard.change(new Change.OfEntry(group.queue.number, group.number, at, parked), changes);
        return new Sent(Fate.PARKED, null, null);
    }

    /** What to tell a worker whose message is a dead letter by now. */
    Rejection lost(Group group, long at) {
        return new Rejection.LeaseLost(MessageInfo.State.DEAD, group.queue.config.deadLetter(), null);
    }

    /** The work is done after all: the dead letter goes as well. */
    void ack(Group group, long at, Changes changes) {}
}
