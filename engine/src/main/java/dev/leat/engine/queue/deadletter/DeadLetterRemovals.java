package dev.leat.engine.queue.deadletter;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.codec.StoredMessages;
import dev.leat.engine.queue.delivery.FailedMessages.DeadLetterRef;
import dev.leat.engine.queue.delivery.FailedMessages.DeadLetterRef.Removal;
import dev.leat.engine.queue.delivery.ShardScope;
import dev.leat.engine.queue.state.EndReason;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.storage.store.Store;
import org.jspecify.annotations.Nullable;

/** Removal of dead letters of this shard after a late ack, whichever consumer has leased them. */
public final class DeadLetterRemovals {
    private static final long UNREAD = -2;
    private static final long NOWHERE = -1;

    private final ShardScope scope;
    private final Store store;
    private final BlockingExecutor blocking;
    private final PeerShards peers;

    public DeadLetterRemovals(ShardScope scope, Store store, BlockingExecutor blocking, PeerShards peers) {
        this.scope = scope;
        this.store = store;
        this.blocking = blocking;
        this.peers = peers;
    }

    /** Returns a call that removes the dead letter that came from {@code origin}, and answers once the removal is durable. */
    public Call call(QueueName deadLetterQueue, TransferSource origin, Reply<? super Removal> reply) {
        return new RemoveCall(deadLetterQueue, origin, reply);
    }

    /** Removes the dead letter of a queue at a position. */
    public Removal remove(Queue queue, long at, Changes changes) {
        if (!queue.has(at)) {
            return Removal.ABSENT;
        }
        if (queue.isMoving(at)) {
            return Removal.LEAVING;
        }
        scope.remove(queue, at, EndReason.ACKED, changes);
        return Removal.REMOVED;
    }

    /** Removes a dead letter that is on this shard. Returns null if it is not known here where it is. */
    @Nullable
    public SettleResult removeHere(DeadLetterRef deadLetter, Changes changes) {
        QueueName to = deadLetter.to();
        if (to == null) {
            return deadLetter.acked(Removal.ABSENT);
        }
        Queue here = scope.table().find(to);
        Long at = here == null ? null : here.resident.moved(deadLetter.origin());
        if (here != null && at != null) {
            return deadLetter.acked(remove(here, at, changes));
        }
        return here != null && deadLetter.moving() ? deadLetter.acked(Removal.ABSENT) : null;
    }

    /**
     * Removes the dead letter of a message of another queue. It runs on the shard of the dead letter and replies once the removal is
     * durable. If the store has to be searched, a second call takes its place.
     */
    private final class RemoveCall extends ReplyCall<Removal> {

        private final QueueName name;
        private final TransferSource origin;
        private final Reply<? super Removal> reply;
        private final long number;
        private final long read;
        private boolean waits;

        RemoveCall(QueueName name, TransferSource origin, Reply<? super Removal> reply) {
            this(name, origin, -1, UNREAD, reply);
        }

        /**
         * @param number of the queue that was searched
         * @param read the position of the dead letter in the store
         */
        private RemoveCall(
                QueueName name, TransferSource origin, long number, long read, Reply<? super Removal> reply) {
            super(reply);
            this.name = name;
            this.origin = origin;
            this.number = number;
            this.read = read;
            this.reply = reply;
        }

        @Override
        protected void decide(Changes changes) {
            Queue queue = scope.table().find(name);
            Long at = queue == null ? null : queue.resident.moved(origin);
            if (queue == null) {
                decided(Removal.ABSENT);
            } else if (at != null) {
                decided(remove(queue, at, changes));
            } else if (read == UNREAD && queue.isInMemory()) {
                decided(Removal.ABSENT);
            } else if (read == UNREAD) {
                waits = true;
                search(queue.number);
            } else {
                boolean there = read != NOWHERE && queue.number == number;
                decided(there ? remove(queue, read, changes) : Removal.ABSENT);
            }
        }

        private void search(long queue) {
            blocking.run(
                    () -> {
                        QueuedMessage found = new StoredMessages(store)
                                .first(queue, 0, Long.MAX_VALUE, message -> origin.equals(message.origin()));
                        long at = found == null ? NOWHERE : found.at();
                        peers.call(name, there -> there.removals().new RemoveCall(name, origin, queue, at, reply));
                    },
                    reply);
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
