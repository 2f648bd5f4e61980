package dev.leat.engine.queue.deadletter;

import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.codec.StoredMessages;
import dev.leat.engine.queue.delivery.DeadLetterSink.DeadLetterRef;
import dev.leat.engine.queue.delivery.DeadLetterSink.DeadLetterRef.Removal;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.storage.store.Store;
import org.jspecify.annotations.Nullable;

/** Late acks, of messages that are dead letters by then: removes dead letters of this shard, whichever consumer has leased them. */
public final class LateAcks {
    private static final long NOWHERE = -1;

    private final QueueShardContext shard;
    private final Store store;
    private final BlockingExecutor blocking;
    private final PeerShards peers;

    public LateAcks(QueueShardContext shard, Store store, BlockingExecutor blocking, PeerShards peers) {
        this.shard = shard;
        this.store = store;
        this.blocking = blocking;
        this.peers = peers;
    }

    /**
     * Returns a call that removes the dead letter that came from {@code origin}. It runs on the shard of the dead letter and replies once
     * the removal is durable. If the store has to be searched, a second call takes its place.
     */
    public Call call(QueueName deadLetterQueue, TransferSource origin, Reply<? super Removal> reply) {
        return call(deadLetterQueue, origin, null, reply);
    }

    /** Removes the dead letter of a queue at a position. */
    public Removal remove(Queue queue, long at, Changes changes) {
        if (!queue.has(at)) {
            return Removal.ABSENT;
        }
        if (queue.isMoving(at)) {
            return Removal.LEAVING;
        }
        shard.remove(queue, at, RemovalReason.ACKED, changes);
        return Removal.REMOVED;
    }

    /** Removes a dead letter that is on this shard. Returns null if it is not known here where it is. */
    @Nullable
    public SettleResult removeHere(DeadLetterRef deadLetter, Changes changes) {
        QueueName to = deadLetter.to();
        if (to == null) {
            return deadLetter.acked(Removal.ABSENT);
        }
        Queue here = shard.table().find(to);
        Long at = here == null ? null : here.resident.moved(deadLetter.origin());
        if (here != null && at != null) {
            return deadLetter.acked(remove(here, at, changes));
        }
        return here != null && deadLetter.moving() ? deadLetter.acked(Removal.ABSENT) : null;
    }

    /** Result of a search of the store: the number of the queue, and the position of the dead letter there or {@link #NOWHERE}. */
    private record Search(long queue, long at) {}

    /** @param search null if the store was not searched */
    private Call call(QueueName name, TransferSource origin, @Nullable Search search, Reply<? super Removal> reply) {
        return ReplyCall.of(changes -> remove(name, origin, search, changes), reply);
    }

    private Decision<Removal> remove(QueueName name, TransferSource origin, @Nullable Search search, Changes changes) {
        Queue queue = shard.table().find(name);
        Long at = queue == null ? null : queue.resident.moved(origin);
        if (queue == null) {
            return Decision.accept(Removal.ABSENT);
        }
        if (at != null) {
            return Decision.accept(remove(queue, at, changes));
        }
        if (search != null) {
            boolean there = search.at != NOWHERE && search.queue == queue.number;
            return Decision.accept(there ? remove(queue, search.at, changes) : Removal.ABSENT);
        }
        return queue.isInMemory()
                ? Decision.accept(Removal.ABSENT)
                : new Decision.Wait<>(call -> search(name, queue.number, origin, call.reply()));
    }

    private void search(QueueName name, long queue, TransferSource origin, Reply<? super Removal> reply) {
        blocking.run(
                () -> {
                    QueuedMessage found = new StoredMessages(store)
                            .first(queue, 0, Long.MAX_VALUE, message -> origin.equals(message.origin()));
                    Search search = new Search(queue, found == null ? NOWHERE : found.at());
                    peers.call(name, there -> there.lateAcks().call(name, origin, search, reply));
                },
                reply);
    }
}
