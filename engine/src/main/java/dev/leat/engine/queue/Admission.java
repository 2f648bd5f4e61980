package dev.leat.engine.queue;

import dev.leat.api.NewMessage;
import dev.leat.api.QueueOutcome.Enqueued;
import dev.leat.api.Rejection;
import dev.leat.engine.shard.Changes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** What a transaction enqueues in one queue, and the room that its acks make there. */
final class Admission {
    private final QueueShard shard;
    private final Queue queue;
    private final List<Integer> ops = new ArrayList<>();
    private final List<NewMessage> messages = new ArrayList<>();
    private long reserved;
    private long goneMessages;
    private long goneBytes;

    Admission(QueueShard shard, Queue queue) {
        this.shard = shard;
        this.queue = queue;
    }

    void add(int op, NewMessage message) {
        ops.add(op);
        messages.add(message);
    }

    /** A message will be done for a group; if it is for all others, it goes. */
    void acked(Group group, long at) {
        boolean goes = queue.isKeptForInterest()
                && queue.groups.values().stream().allMatch(other -> other == group || other.isDone(at));
        if (goes) {
            goneMessages++;
            goneBytes += queue.weights.of(at);
        }
    }

    /** Why not all of them can be enqueued; names the first that cannot. */
    @Nullable
    Rejection flaw(Changes changes) {
        Rejection flaw = flaw(messages.size(), changes);
        if (flaw == null) {
            return reserve(changes);
        }
        int fit = 0;
        int all = messages.size();
        while (all - fit > 1) {
            int half = (fit + all) >>> 1;
            if (flaw(half, changes) == null) {
                fit = half;
            } else {
                all = half;
            }
        }
        Rejection first = flaw(all, changes);
        return TransactionCall.conflict(ops.get(all - 1), first == null ? flaw : first);
    }

    /** Why not even the first ones can be enqueued. */
    private @Nullable Rejection flaw(int first, Changes changes) {
        return first == 0
                ? null
                : shard.intake().flaw(queue, messages.subList(0, first), goneMessages, goneBytes, changes);
    }

    /** Keeps the room until they are enqueued: the same transaction may need more elsewhere. */
    private @Nullable Rejection reserve(Changes changes) {
        long bytes = Intake.bytesOfFresh(queue, messages, changes);
        Rejection full = bytes == 0 ? null : shard.context().usage().reserve(bytes);
        if (full != null) {
            return TransactionCall.conflict(ops.get(ops.size() - 1), full);
        }
        reserved = bytes;
        return null;
    }

    void giveUp() {
        shard.context().usage().giveBack(reserved);
        reserved = 0;
    }

    /** Enqueues them all. */
    void make(Changes changes, ObjIntConsumer<Enqueued.Result.Taken> result) {
        giveUp(); // they take it themselves
        if (!messages.isEmpty()) {
            List<Enqueued.Result> taken = shard.intake().take(queue, messages, changes);
            for (int i = 0; i < taken.size(); i++) {
                result.accept((Enqueued.Result.Taken) taken.get(i), ops.get(i));
            }
        }
    }
}
