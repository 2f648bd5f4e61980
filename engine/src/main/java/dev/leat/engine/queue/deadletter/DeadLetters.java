package dev.leat.engine.queue.deadletter;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult;
import dev.leat.engine.queue.delivery.DeadLetterSink;
import dev.leat.engine.queue.delivery.FreedPayloadBytes;
import dev.leat.engine.queue.delivery.MessageLoader;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.delivery.QueueSizeLimits;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.queue.state.TransferredMessage;
import dev.leat.engine.shard.Changes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Messages out of attempts: sends them to the dead-letter queue, drops them, or parks them. A parked message is sent again from time to
 * time if there is a dead-letter queue, so none is lost because that queue was full.
 */
public final class DeadLetters implements DeadLetterSink {
    private final QueueShardContext shard;
    private final QueueCatalog catalog;
    private final Transfers transfers;
    private final MessageLoader loader;
    private final FreedPayloadBytes freedPayloadBytes;
    private final ParkedRetries parkedRetries = new ParkedRetries();

    public DeadLetters(
            QueueShardContext shard,
            QueueCatalog catalog,
            Transfers transfers,
            MessageLoader loader,
            FreedPayloadBytes freedPayloadBytes) {
        this.shard = shard;
        this.catalog = catalog;
        this.transfers = transfers;
        this.loader = loader;
        this.freedPayloadBytes = freedPayloadBytes;
    }

    public ParkedRetries parkedRetries() {
        return parkedRetries;
    }

    /**
     * Moves, parks or drops a message that failed for good. A message that is not in memory is marked as moving, read, and moved after
     * that.
     *
     * @param entry the state with its whole history
     */
    @Override
    public SettleResult send(Group group, long at, DeliveryState entry, Provenance.Reason reason, Changes changes) {
        Queue queue = group.queue;
        QueueName to = target(group, at);
        if (to == null && queue.config.exhausted() == QueueConfig.Exhausted.DROP) {
            shard.put(group, at, entry.moving(reason), changes);
            shard.end(group, at, RemovalReason.DROPPED, changes);
            return new SettleResult.Dropped();
        }
        QueuedMessage message = queue.resident.get(at);
        if (to == null || (message != null && !canGoOn(message))) {
            return park(group, at, entry, reason, changes);
        }
        if (message == null) {
            shard.put(group, at, entry.moving(reason), changes);
            loader.one(queue, at, new LoadedDeadLetter(group, at));
            return new SettleResult.DeadLettered(to, null);
        }
        if (changes.isFull()) { // many large messages at once do not fit into one commit
            shard.put(group, at, entry.moving(reason), changes);
            shard.timers().at(changes.time(), later -> resume(group, at, later));
            return new SettleResult.DeadLettered(to, message.id().encoded());
        }
        return send(group, message, entry, reason, to, changes);
    }

    /**
     * Returns the dead-letter queue. A message that is bound to a queue may have arrived there already, so a later configuration does
     * not count.
     */
    private @Nullable QueueName target(Group group, long at) {
        QueueName bound = group.deadLetterIndex.to(at);
        boolean there = bound != null && (shard.table().find(bound) != null || catalog.find(bound) != null);
        return there ? bound : group.queue.config.deadLetter();
    }

    private static boolean canGoOn(QueuedMessage message) {
        Provenance provenance = message.provenance();
        return provenance == null || provenance.hops() < Provenance.MAX_HOPS;
    }

    private SettleResult send(
            Group group,
            QueuedMessage message,
            DeliveryState entry,
            Provenance.Reason reason,
            QueueName to,
            Changes changes) {
        TransferredMessage arrival = arrival(group, message, entry, reason);
        Queue here = shard.table().find(to);
        boolean there = here == null && catalog.find(to) != null;
        if (here != null && isTaken(group, here, arrival, message.at(), changes)) {
            bind(group, message.at(), entry.moving(reason), to, changes);
            transfers.arrive(here, arrival, changes);
            retire(group, message.at(), message.id().encoded(), changes);
        } else if (there) {
            bind(group, message.at(), entry.moving(reason), to, changes);
            transfers.ship(transfer(group, message, to, arrival), changes);
        } else {
            return park(group, message.at(), entry, reason, changes);
        }
        return new SettleResult.DeadLettered(to, message.id().encoded());
    }

    /** Returns whether a queue of this shard accepts a dead letter. A message that leaves its own queue by that needs no further room. */
    private boolean isTaken(Group group, Queue here, TransferredMessage arrival, long at, Changes changes) {
        if (!group.queue.goesWith(group, at)) {
            return transfers.reserve(here, arrival) == null;
        }
        boolean taken = Transfers.refusal(here, arrival) == null;
        if (taken) {
            freedPayloadBytes.use(arrival.payload().length, changes);
        }
        return taken;
    }

    private static Transfers.Transfer transfer(
            Group group, QueuedMessage message, QueueName to, TransferredMessage arrival) {
        return new Transfers.Transfer(group.queue.name, origin(group, message), to, arrival);
    }

    private static TransferSource origin(Group group, QueuedMessage message) {
        return new TransferSource(group.queue.number, group.number, message.at());
    }

    private static TransferredMessage arrival(
            Group group, QueuedMessage message, DeliveryState entry, Provenance.Reason reason) {
        return new TransferredMessage(
                message.id(),
                message.payload(),
                message.contentType(),
                message.orderKey(),
                group.queue.priority(message.at()),
                message.ttl(),
                message.maxAttempts(),
                message.headers(),
                null,
                provenance(group, message, entry, reason),
                origin(group, message),
                TransferredMessage.DeliveryHistory.NONE);
    }

    private static Provenance provenance(
            Group group, QueuedMessage message, DeliveryState entry, Provenance.Reason reason) {
        Provenance before = message.provenance();
        List<Provenance.Attempt> history = entry.history();
        Provenance.Attempt last = history.isEmpty() ? null : history.get(history.size() - 1);
        String consumer = entry.consumer();
        return new Provenance(
                group.queue.name,
                group.name,
                message.id().encoded(),
                message.seq(),
                Instant.ofEpochMilli(message.enqueuedAt()),
                moment(entry.firstDelivered()),
                moment(entry.lastDelivered()),
                entry.attempts(),
                entry.releases(),
                reason,
                last == null ? null : last.error() == null ? last.reason() : last.error(),
                consumer == null ? null : ConsumerName.of(consumer),
                history,
                before == null ? 1 : before.hops() + 1);
    }

    private static @Nullable Instant moment(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    private void bind(Group group, long at, DeliveryState entry, QueueName to, Changes changes) {
        shard.put(group, at, entry, changes);
        if (!to.equals(group.deadLetterIndex.to(at))) {
            shard.change(new QueueChange.Bound(group.queue.number, group.number, at, to), changes);
        }
    }

    private void retire(Group group, long at, MessageId id, Changes changes) {
        group.deadLetterIndex.named(at, id);
        shard.end(group, at, RemovalReason.DEAD, changes);
    }

    private SettleResult park(Group group, long at, DeliveryState entry, Provenance.Reason reason, Changes changes) {
        if (entry.state() != DeliveryState.State.PARKED) {
            shard.put(group, at, entry.parked(reason), changes);
        }
        parkedRetries.watch(group.queue, changes.time());
        return new SettleResult.Parked();
    }

    /** Ends or parks a message after its transfer to another shard. */
    void concluded(
            Group group,
            long at,
            DeliveryState entry,
            Transfers.Transfer transfer,
            Transfers.@Nullable Refusal refusal,
            Changes changes) {
        if (refusal == null) {
            retire(group, at, transfer.arrival().id().encoded(), changes);
            parkedRetries.roomFound(group.queue, changes.time());
        } else {
            park(group, at, entry, reason(entry), changes);
        }
    }

    public static Provenance.Reason reason(DeliveryState entry) {
        Provenance.Reason reason = entry.deadReason();
        return reason == null ? Provenance.Reason.ATTEMPTS_EXHAUSTED : reason;
    }

    /** Continues with a message that was moving at the last start, or that had to be read. */
    public void resume(Group group, long at, Changes changes) {
        DeliveryState entry = group.deleted ? null : group.entry(at);
        if (entry != null && entry.state() == DeliveryState.State.MOVING && entry.task() == 0) {
            send(group, at, entry, reason(entry), changes);
        }
    }

    /** Continuation of a dead letter that had to be read. */
    private final class LoadedDeadLetter implements MessageLoader.LoadListener {
        private final Group group;
        private final long at;

        LoadedDeadLetter(Group group, long at) {
            this.group = group;
            this.at = at;
        }

        @Override
        public void loaded(Changes changes) {
            resume(group, at, changes);
        }

        @Override
        public void failed(Rejection rejection) {
            // it stays moving until the next start
        }
    }

    /** Returns the rejection for a consumer whose message became a dead letter. */
    @Override
    public Rejection leaseLost(Group group, long at) {
        MessageId id = group.deadLetterIndex.id(at);
        QueuedMessage moving = group.queue.resident.get(at);
        return new Rejection.LeaseLost(
                MessageInfo.State.DEAD,
                whereabouts(group, at),
                id != null || moving == null ? id : moving.id().encoded());
    }

    private static @Nullable QueueName whereabouts(Group group, long at) {
        QueueName known = group.deadLetterIndex.to(at);
        return known == null ? group.queue.config.deadLetter() : known;
    }

    /** Returns where the dead letter of a message is, or is going. */
    @Override
    public DeadLetterRef find(Group group, long at) {
        DeliveryState entry = group.entry(at);
        boolean redriven = entry != null && entry.task() > 0; // a dead letter on its way back
        TransferSource origin = new TransferSource(group.queue.number, group.number, at);
        return new DeadLetterRef(redriven ? null : whereabouts(group, at), origin, entry != null, leaseLost(group, at));
    }

    /** Periodic retries for parked messages that a dead-letter queue did not accept. */
    public final class ParkedRetries {
        private static final long RETRY_MILLIS = 5_000;

        /** The most messages per retry. If all are accepted, the next retry follows at once. */
        private static final int MOST = 100;

        private final Map<Long, Long> planned = new HashMap<>(); // by number of the queue

        /** Plans a retry if the queue has parked messages and a dead-letter queue. */
        public void watch(Queue queue, long now) {
            if (queue.config.deadLetter() != null && hasParked(queue)) {
                plan(queue, now + RETRY_MILLIS);
            }
        }

        /** Plans the next retry at once, because one message was accepted. */
        void roomFound(Queue queue, long now) {
            if (hasParked(queue)) {
                plan(queue, now + 1);
            }
        }

        private static boolean hasParked(Queue queue) {
            return queue.groups.values().stream().anyMatch(group -> group.count(DeliveryState.State.PARKED) > 0);
        }

        private void plan(Queue queue, long at) {
            if (planned.getOrDefault(queue.number, Long.MAX_VALUE) > at) {
                planned.put(queue.number, at);
                shard.timers().at(at, changes -> look(queue, at, changes));
            }
        }

        private void look(Queue queue, long at, Changes changes) {
            if (planned.getOrDefault(queue.number, Long.MAX_VALUE) != at) {
                return;
            }
            planned.remove(queue.number);
            QueueName to = queue.config.deadLetter();
            if (!queue.deleted && to != null && couldGo(to)) {
                int taken = 0;
                for (Group group : List.copyOf(queue.groups.values())) {
                    taken += retry(group, MOST - taken, changes);
                }
                if (taken == MOST && shard.table().find(to) != null) {
                    roomFound(queue, changes.time());
                }
            }
            if (!queue.deleted) {
                watch(queue, changes.time());
            }
        }

        /** Returns whether a retry may succeed. */
        private boolean couldGo(QueueName to) {
            Queue here = shard.table().find(to);
            return here != null ? QueueSizeLimits.fits(here, 1, 0) : catalog.find(to) != null;
        }

        private int retry(Group group, int most, Changes changes) {
            if (group.count(DeliveryState.State.PARKED) == 0 || most <= 0) {
                return 0;
            }
            NavigableSet<Long> parked = new TreeSet<>();
            group.entries.forEach((at, entry) -> {
                if (entry.state() == DeliveryState.State.PARKED) {
                    parked.add(at);
                }
            });
            int taken = 0;
            for (long at : next(group, parked, most)) {
                DeliveryState entry = group.entry(at);
                if (entry != null && !changes.isFull() && isTaken(group, at, entry, changes)) {
                    taken++;
                }
            }
            return taken;
        }

        /** Returns the next parked messages in turn, so that messages that are never accepted do not hold back the others. */
        private static List<Long> next(Group group, NavigableSet<Long> parked, int most) {
            List<Long> next = new ArrayList<>(parked.tailSet(group.retried, false));
            next.addAll(parked.headSet(group.retried, true));
            List<Long> few = next.subList(0, Math.min(most, next.size()));
            group.retried = few.isEmpty() ? -1 : few.get(few.size() - 1);
            return few;
        }

        private boolean isTaken(Group group, long at, DeliveryState entry, Changes changes) {
            Provenance.Reason reason = DeadLetters.reason(entry);
            return !(send(group, at, entry, reason, changes) instanceof SettleResult.Parked);
        }
    }
}
