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
final class TransactionAdmission {
    private final QueueShard shard;
    private final Queue queue;
    private final List<Integer> ops = new ArrayList<>();
    private final List<NewMessage> messages = new ArrayList<>();
    private long reserved;
    private long goneMessages;
    private long goneBytes;

    TransactionAdmission(QueueShard shard, Queue queue) {
        this.shard = shard;
        this.queue = queue;
    }

    void add(int op, NewMessage message) {
        ops.add(op);
        messages.add(message);
    }

    /** A message will be done for a group; if it is for all others, it goes. */
    void acked(Group group, long at) {
        if (queue.goesWith(group, at)) {
            goneMessages++;
            goneBytes += queue.weights.of(at);
        }
    }

    /** Why not all of them can be enqueued; names the first that cannot. */
    @Nullable
    Rejection flaw(Changes changes) {
        Enqueuer.Fit whole = fit(messages.size(), changes);
        Rejection flaw = whole.flaw();
        if (flaw == null) {
            return reserve(whole);
        }
        int fit = 0;
        int all = messages.size();
        while (all - fit > 1) {
            int half = (fit + all) >>> 1;
            if (fit(half, changes).flaw() == null) {
                fit = half;
            } else {
                all = half;
            }
        }
        Rejection first = fit(all, changes).flaw();
        return TransactionCall.conflict(ops.get(all - 1), first == null ? flaw : first);
    }

    /** Whether the first ones can be enqueued. */
    private Enqueuer.Fit fit(int first, Changes changes) {
        return shard.intake().fit(queue, messages.subList(0, first), goneMessages, goneBytes, changes);
    }

    /** Keeps the room until they are enqueued: the same transaction may need more elsewhere. */
    private @Nullable Rejection reserve(Enqueuer.Fit fit) {
        Rejection full = shard.intake().reserve(fit);
        if (full != null) {
            return TransactionCall.conflict(ops.get(ops.size() - 1), full);
        }
        reserved = fit.bytes();
        return null;
    }

    void giveUp() {
        shard.context().usage().giveBack(reserved);
        reserved = 0;
    }

    /** Enqueues them all. */
    void make(Changes changes, ObjIntConsumer<Enqueued.Result.Taken> result) {
        if (!messages.isEmpty()) {
            List<Enqueued.Result> taken = shard.intake().take(queue, messages, changes);
            for (int i = 0; i < taken.size(); i++) {
                result.accept((Enqueued.Result.Taken) taken.get(i), ops.get(i));
            }
        }
    }
}
