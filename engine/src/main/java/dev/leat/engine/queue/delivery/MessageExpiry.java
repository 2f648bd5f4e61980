package dev.leat.engine.queue.delivery;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.codec.QueueKeys;
import dev.leat.engine.queue.codec.QueueRow;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Changes;
import dev.leat.storage.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * Expiry of messages at the end of their time to live. Memory has the expiry times of messages enqueued since the start; older ones are
 * read from an index in the store, in pieces.
 */
public final class MessageExpiry {
    private static final int PIECE = 10_000;
    private static final long READ_AGAIN_MILLIS = 60_000;

    private final QueueShardContext shard;
    private final Store store;
    private final BlockingExecutor blocking;
    private final MessageLoader loader;
    private final DeadLetterSink deadLetterSink;

    public MessageExpiry(
            QueueShardContext shard,
            Store store,
            BlockingExecutor blocking,
            MessageLoader loader,
            DeadLetterSink deadLetterSink) {
        this.shard = shard;
        this.store = store;
        this.blocking = blocking;
        this.loader = loader;
        this.deadLetterSink = deadLetterSink;
    }

    public void enqueued(Queue queue, QueuedMessage message) {
        if (message.expiresAt() != Long.MAX_VALUE) {
            queue.expiries.add(message.expiresAt(), message.at());
            watch(queue);
        }
    }

    /** Resumes after a start. */
    public void resume(Queue queue) {
        queue.resident.forEach(message -> enqueued(queue, message));
        if (queue.stored && queue.messages > 0) {
            queue.expiryHorizon = 0;
        }
        watch(queue);
    }

    private void watch(Queue queue) {
        long at = Math.min(queue.expiries.first(), queue.expiryHorizon);
        if (at < queue.expiryTimer) {
            queue.expiryTimer = at;
            shard.timers().at(at, changes -> look(queue, at, changes));
        }
    }

    private void look(Queue queue, long at, Changes changes) {
        if (queue.deleted || queue.expiryTimer != at) {
            return;
        }
        queue.expiryTimer = Long.MAX_VALUE;
        while (queue.expiries.first() <= changes.time() && !changes.isFull()) {
            long place = queue.expiries.place();
            long over = queue.expiries.first();
            queue.expiries.removeFirst();
            queue.overdue.putIfAbsent(place, over);
            expire(queue, place, changes);
        }
        if (queue.expiryHorizon <= changes.time()) {
            read(queue);
        } else if (queue.expiries.first() > changes.time()) {
            queue.expiredBefore = changes.time();
        }
        watch(queue);
    }

    /** Reads the next expiry times from the store. */
    private void read(Queue queue) {
        long from = queue.expiryHorizon;
        queue.expiryHorizon = Long.MAX_VALUE;
        blocking.run(
                () -> {
                    List<QueueRow.OfExpiry> found = read(queue.number, from);
                    shard.inTurn(changes -> found(queue, found));
                },
                new Reply<Object>() {
                    @Override
                    public void answered(Object outcome) {}

                    @Override
                    public void refused(Rejection rejection) {
                        shard.inTurn(changes -> {
                            queue.expiryHorizon = changes.time() + READ_AGAIN_MILLIS;
                            watch(queue);
                        });
                    }
                });
    }

    private List<QueueRow.OfExpiry> read(long queue, long from) {
        List<QueueRow.OfExpiry> found = new ArrayList<>();
        store.scan(QueueKeys.expiry(queue, from, 0), QueueKeys.kindOf('X', queue + 1), (key, value) -> {
            found.add(new QueueRow.OfExpiry(queue, QueueKeys.expiryOf(key), QueueKeys.atOf(key)));
            return found.size() < PIECE;
        });
        return found;
    }

    private void found(Queue queue, List<QueueRow.OfExpiry> found) {
        for (QueueRow.OfExpiry each : found) {
            if (queue.has(each.at())) {
                queue.expiries.add(each.expires(), each.at());
            }
        }
        if (found.size() >= PIECE) {
            queue.expiryHorizon = found.get(found.size() - 1).expires() + 1;
        }
        watch(queue);
    }

    /** Expires a message for all groups that have not leased, parked or moved it. */
    private void expire(Queue queue, long at, Changes changes) {
        if (!queue.has(at)) {
            queue.overdue.remove(at);
            return;
        }
        for (Group group : List.copyOf(queue.groups.values())) {
            DeliveryState entry = group.entry(at);
            DeliveryState.State state = entry == null ? DeliveryState.State.READY : entry.state();
            if (state == DeliveryState.State.LEASED && entry != null) {
                queue.expiries.add(Math.max(group.due(at, entry), changes.time()) + 1, at);
            } else if (!group.isDone(at)
                    && state != DeliveryState.State.PARKED
                    && state != DeliveryState.State.MOVING) {
                expire(group, at, changes);
            }
        }
        if (queue.groups.isEmpty() || (queue.has(at) && queue.isDoneForAll(at))) {
            shard.remove(queue, at, RemovalReason.EXPIRED, changes); // also if it is kept for replay
        }
    }

    private void expire(Group group, long at, Changes changes) {
        Queue queue = group.queue;
        QueuedMessage message = queue.resident.get(at);
        DeliveryState known = group.entry(at);
        if (queue.config.expired() == QueueConfig.Expired.DROP) {
            shard.end(group, at, RemovalReason.EXPIRED, changes);
        } else if (known == null && message == null) {
            loader.one(queue, at, new LoadedExpired(group, at));
        } else {
            DeliveryState entry = known != null || message == null ? known : group.untouched(message);
            if (entry != null) {
                deadLetterSink.send(group, at, entry, Provenance.Reason.TTL, changes);
            }
        }
    }

    /** Returns whether a message has expired, also while it was leased. */
    boolean isOver(Queue queue, long at, long now) {
        QueuedMessage message = queue.resident.get(at);
        return queue.overdue.containsKey(at) || (message != null && message.expiresAt() <= now);
    }

    /** Ends an expired message for a group: as a dead letter, or dropped. */
    public SettleResult end(Group group, long at, DeliveryState entry, Changes changes) {
        Queue queue = group.queue;
        if (queue.config.expired() == QueueConfig.Expired.DEAD_LETTER) {
            return deadLetterSink.send(group, at, entry, Provenance.Reason.TTL, changes);
        }
        shard.end(group, at, RemovalReason.EXPIRED, changes);
        return new SettleResult.Dropped();
    }

    /** Continuation of an expired message that had to be read. */
    private final class LoadedExpired implements MessageLoader.LoadListener {
        private final Group group;
        private final long at;

        LoadedExpired(Group group, long at) {
            this.group = group;
            this.at = at;
        }

        @Override
        public void loaded(Changes changes) {
            if (!group.deleted && group.queue.resident.get(at) != null) {
                expire(group.queue, at, changes);
            }
        }

        @Override
        public void failed(Rejection rejection) {
            // it expires before its next delivery
        }
    }
}
