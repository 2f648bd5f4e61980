package dev.leat.engine.queue.deadletter;

import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.shard.Changes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of {@link Transfers} to other shards: what follows the result of a transfer, and the transfers that a start finds
 * unfinished.
 */
public final class TransferResults {
    private final QueueShardContext shard;
    private final DeadLetters deadLetters;
    private final Redrives redrives;
    private final PeerShards peers;

    public TransferResults(QueueShardContext shard, DeadLetters deadLetters, Redrives redrives, PeerShards peers) {
        this.shard = shard;
        this.deadLetters = deadLetters;
        this.redrives = redrives;
        this.peers = peers;
    }

    /** Applies the result of a transfer at the origin. */
    void concluded(Transfers.Transfer transfer, Transfers.@Nullable Refusal refusal, Changes changes) {
        TransferSource origin = transfer.origin();
        Group group = whereMoving(origin);
        DeliveryState entry = group == null ? null : group.entry(origin.at());
        if (group != null && entry != null) {
            if (entry.task() > 0) {
                redrives.concluded(group.queue, entry.task(), origin.at(), transfer.to(), refusal, changes);
            } else {
                deadLetters.concluded(group, origin.at(), entry, transfer, refusal, changes);
            }
        }
        if (refusal == null) {
            forget(transfer.to(), origin, changes);
        }
    }

    /** Lets the target forget that a message arrived: the origin does not ask again. */
    private void forget(QueueName to, TransferSource origin, Changes changes) {
        changes.afterwards(
                () -> peers.force(to, (there, turn) -> there.transfers().forget(to, origin, turn)));
    }

    /** Resumes transfers after a start: sends moving messages again, and asks the origins of arrived ones whether they know. */
    public void resume(Queue queue, Changes changes) {
        for (Group group : queue.groups.values()) {
            if (group.count(DeliveryState.State.MOVING) > 0) {
                Map.copyOf(group.entries).forEach((at, entry) -> resume(group, at, entry, changes));
            }
        }
        for (TransferSource origin : queue.arrivals) {
            changes.afterwards(() -> peers.forceHome(
                    origin.queue(), (there, turn) -> there.transferResults().asked(queue.name, origin, turn)));
        }
    }

    private void resume(Group group, long at, DeliveryState entry, Changes changes) {
        if (entry.state() == DeliveryState.State.MOVING && entry.task() > 0) {
            redrives.resume(group, at, entry, changes);
        } else if (entry.state() == DeliveryState.State.MOVING) {
            deadLetters.resume(group, at, changes);
        }
    }

    public void asked(QueueName to, TransferSource origin, Changes changes) {
        if (whereMoving(origin) == null) {
            forget(to, origin, changes);
        }
    }

    /** Returns the group in which a message is moving; null for none. A redrive moves a message for all groups. */
    private @Nullable Group whereMoving(TransferSource origin) {
        Queue queue = shard.table().find(origin.queue());
        if (queue == null) {
            return null;
        }
        for (Group group : queue.groups.values()) {
            DeliveryState entry = group.entry(origin.at());
            boolean meant = origin.group() == TransferSource.ALL || origin.group() == group.number;
            if (meant && entry != null && entry.state() == DeliveryState.State.MOVING) {
                return group;
            }
        }
        return null;
    }
}
