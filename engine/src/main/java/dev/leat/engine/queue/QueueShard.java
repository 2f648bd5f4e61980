package dev.leat.engine.queue;

import dev.leat.api.Rejection;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.figures.QueueMeter;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.queue.call.ConsumerHandler;
import dev.leat.engine.queue.call.EnqueueHandler;
import dev.leat.engine.queue.call.GroupHandler;
import dev.leat.engine.queue.call.QueueAdminHandler;
import dev.leat.engine.queue.call.QueueCalls;
import dev.leat.engine.queue.call.ReceiveHandler;
import dev.leat.engine.queue.call.RedriveHandler;
import dev.leat.engine.queue.call.SettleHandler;
import dev.leat.engine.queue.call.TransactionHandler;
import dev.leat.engine.queue.codec.ChangeCodec;
import dev.leat.engine.queue.codec.CheckpointRows;
import dev.leat.engine.queue.codec.DeliveryIdCipher;
import dev.leat.engine.queue.codec.QueueRow;
import dev.leat.engine.queue.deadletter.DeadLetterLinker;
import dev.leat.engine.queue.deadletter.DeadLetters;
import dev.leat.engine.queue.deadletter.LateAcks;
import dev.leat.engine.queue.deadletter.PeerShards;
import dev.leat.engine.queue.deadletter.QueueCatalog;
import dev.leat.engine.queue.deadletter.Redrives;
import dev.leat.engine.queue.deadletter.TransferResults;
import dev.leat.engine.queue.deadletter.Transfers;
import dev.leat.engine.queue.delivery.ConsumerLeases;
import dev.leat.engine.queue.delivery.Enqueuer;
import dev.leat.engine.queue.delivery.FreedPayloadBytes;
import dev.leat.engine.queue.delivery.GroupDeadlines;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.delivery.IdleGroupExpiry;
import dev.leat.engine.queue.delivery.LeaseGrants;
import dev.leat.engine.queue.delivery.MessageExpiry;
import dev.leat.engine.queue.delivery.MessageLoader;
import dev.leat.engine.queue.delivery.MessageReadAhead;
import dev.leat.engine.queue.delivery.QueueShardContext;
import dev.leat.engine.queue.delivery.QueueSizeLimits;
import dev.leat.engine.queue.delivery.ReadySelector;
import dev.leat.engine.queue.delivery.RetentionSweep;
import dev.leat.engine.queue.delivery.Retries;
import dev.leat.engine.queue.delivery.Settlements;
import dev.leat.engine.queue.delivery.WaiterDispatcher;
import dev.leat.engine.queue.delivery.WakeList;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.GroupCounters;
import dev.leat.engine.queue.state.MessageMemory;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueChange;
import dev.leat.engine.queue.state.QueueMetadataSize;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.RemovalReason;
import dev.leat.engine.settings.Limits;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;
import dev.leat.engine.shard.Rows;
import dev.leat.engine.shard.Usage;
import dev.leat.engine.stream.StreamShard;
import dev.leat.storage.store.MemoryStore;
import dev.leat.storage.store.Store;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one shard: owns their state, and builds the services that decide about them. State changes by {@link #change} only,
 * which writes the change for the journal and applies it as {@link #replay} does.
 */
public final class QueueShard implements Feature, QueueShardContext, PeerShards.Peer {
    private static final long LARGEST_CACHE_BYTES = 16 << 20;

    /** The part of the heap that the message caches of all shards take together. */
    private static final int CACHE_SHARE = 8;

    private final PresenceShard presence;
    private final Consumer<Consumer<Changes>> inTurn;
    private final QueueTable table;
    private final Timers timers = new Timers();
    private final QueueMeter meter;
    private final ChangeMetrics metrics;
    private final QueueMetadataSize metadataSize;
    private final FreedPayloadBytes freedPayloadBytes;
    private final WakeList wakes = new WakeList();
    private final MessageLoader loader;
    private final Enqueuer enqueuer;
    private final WaiterDispatcher waiters;
    private final IdleGroupExpiry idleGroups;
    private final RetentionSweep retention;
    private final MessageExpiry expiry;
    private final Transfers transfers;
    private final DeadLetters deadLetters;
    private final Redrives redrives;
    private final TransferResults transferResults;
    private final DeadLetterLinker links;
    private final LateAcks lateAcks;
    private final QueueCalls calls;
    private final ChangeEffects effects = new ChangeEffects();

    /** @param inTurn runs work in a turn of this shard, from any thread */
    QueueShard(
            int shard,
            SharedQueueServices shared,
            StreamShard streams,
            PresenceShard presence,
            Consumer<Consumer<Changes>> inTurn) {
        Usage usage = shared.usage();
        this.presence = presence;
        this.inTurn = inTurn;
        this.table = new QueueTable(shard, new MessageMemory(more -> usage.hot(shard, more), cacheBytes(shared)));
        this.meter = shared.meters().queues(shard);
        this.metrics = new ChangeMetrics(meter);
        this.metadataSize = new QueueMetadataSize(usage, presence::consumers);
        this.freedPayloadBytes = new FreedPayloadBytes(usage);
        this.loader = new MessageLoader(shared.store(), shared.blocking(), inTurn, meter, this::lost);
        MessageReadAhead messages = new MessageReadAhead(loader, wakes);
        this.enqueuer = new Enqueuer(this, new QueueSizeLimits(messages, wakes), wakes, metadataSize, usage, meter);
        this.transfers = new Transfers(this, enqueuer, usage, shared.peers());
        this.deadLetters = new DeadLetters(this, shared.catalog(), transfers, loader, freedPayloadBytes);
        this.redrives = new Redrives(this, shared.catalog(), transfers, loader, freedPayloadBytes);
        this.transferResults = new TransferResults(this, deadLetters, redrives, shared.peers());
        this.links = new DeadLetterLinker(this, shared.catalog());
        this.lateAcks = new LateAcks(this, shared.store(), shared.blocking(), shared.peers());
        this.idleGroups = new IdleGroupExpiry(this, presence);
        this.retention = new RetentionSweep(this, loader);
        this.expiry = new MessageExpiry(this, shared.store(), shared.blocking(), loader, deadLetters);
        Retries retries = new Retries(this, expiry, deadLetters);
        GroupDeadlines groupDeadlines = new GroupDeadlines(this, idleGroups, expiry, retries);
        Settlements settlements =
                new Settlements(this, retries, deadLetters, idleGroups, presence, shared.deliveryIds());
        ReadySelector selector = new ReadySelector(this, groupDeadlines, messages, wakes, metadataSize);
        LeaseGrants grants = new LeaseGrants(this, selector, idleGroups, usage, shared.deliveryIds());
        this.waiters = new WaiterDispatcher(this, wakes, enqueuer, groupDeadlines, presence);
        Groups groups = new Groups(this, idleGroups);
        ConsumerLeases consumerLeases = new ConsumerLeases(table, settlements, groupDeadlines, idleGroups);
        presence.serve(consumerLeases);
        this.calls = new QueueCalls(
                table,
                new QueueAdminHandler(this, groups, links, shared.catalog(), shared.peers(), metadataSize),
                new GroupHandler(groups, metadataSize),
                new EnqueueHandler(enqueuer, waiters),
                new ReceiveHandler(
                        this,
                        grants,
                        selector,
                        settlements,
                        groupDeadlines,
                        retries,
                        messages,
                        waiters,
                        groups,
                        presence,
                        shared.deliveryIds(),
                        metadataSize),
                new SettleHandler(this, settlements, lateAcks, loader, shared.peers(), shared.deliveryIds()),
                new RedriveHandler(this, redrives, shared.catalog()),
                new ConsumerHandler(this, presence, consumerLeases),
                new TransactionHandler(this, enqueuer, settlements, deadLetters, streams, usage));
    }

    private static long cacheBytes(SharedQueueServices shared) {
        return Math.min(
                LARGEST_CACHE_BYTES,
                Runtime.getRuntime().maxMemory() / CACHE_SHARE / shared.usage().shards());
    }

    /** Returns queues of shards that no thread runs; nothing is written. */
    public static QueueShard[] idle(StreamShard[] streams, PresenceShard[] presence) {
        int shards = streams.length;
        SharedQueueServices alone = new SharedQueueServices(
                new QueueCatalog(),
                (queue, work) -> {},
                new MemoryStore(),
                (work, reply) -> {},
                new Usage(Limits.defaults(), shards),
                new Meters(shards),
                new DeliveryIdCipher());
        QueueShard[] idle = new QueueShard[shards];
        Arrays.setAll(idle, shard -> new QueueShard(shard, alone, streams[shard], presence[shard], work -> {}));
        return idle;
    }

    /** Loads the rows of the last checkpoint, without messages. */
    public static void load(Store store, QueueShard[] shards) {
        for (char letter : QueueRow.LOADED) {
            Rows.scan(store, letter, (key, value) -> {
                QueueRow row = QueueRow.read(key, value);
                row.requireShard(shards.length);
                row.restore(shards[row.shard()].table);
                return true;
            });
        }
    }

    /** Lets messages that are durable in the store leave memory, except those that a group needs soon. */
    private void stored(List<CheckpointRows.Taken> taken) {
        inTurn.accept(changes -> taken.forEach(of -> of.queue().resident.stored(of.messages(), of.queue()::isNear)));
    }

    private void lost(MessageLoader.Lost lost) {
        remove(lost.queue(), lost.at(), RemovalReason.DROPPED, lost.changes());
    }

    @Override
    public QueueTable table() {
        return table;
    }

    @Override
    public Timers timers() {
        return timers;
    }

    @Override
    public void inTurn(Consumer<Changes> work) {
        inTurn.accept(work);
    }

    @Override
    public Transfers transfers() {
        return transfers;
    }

    @Override
    public TransferResults transferResults() {
        return transferResults;
    }

    @Override
    public DeadLetterLinker links() {
        return links;
    }

    @Override
    public LateAcks lateAcks() {
        return lateAcks;
    }

    /** Returns the presence of the consumers of these queues. */
    PresenceShard presence() {
        return presence;
    }

    QueueCalls calls() {
        return calls;
    }

    Enqueuer enqueuer() {
        return enqueuer;
    }

    WaiterDispatcher waiters() {
        return waiters;
    }

    /**
     * Writes a change for the journal and applies it. Bytes that it frees are given back; bytes of enqueued messages were reserved
     * before, by {@link Usage#reserve}, {@link Usage#take} or {@link FreedPayloadBytes#use}.
     */
    @Override
    public void change(QueueChange change, Changes changes) {
        Queue known = table.find(change.queue());
        Group removed = known != null && change instanceof QueueChange.GroupRemoved gone
                ? known.byNumber.get(gone.group())
                : null;
        ChangeCodec.write(change, change instanceof QueueChange.OfEntry of ? table.entry(of) : null, changes);
        metrics.decided(change, table);
        long before = table.bytes();
        long messages = table.gauges().messages();
        table.apply(change, changes.time());
        measureLater(change, known, removed);
        freedPayloadBytes.free(Math.max(0, before - table.bytes()), changes);
        if (change instanceof QueueChange.Purged) {
            meter.dropped(messages - table.gauges().messages());
        }
        if (known != null) {
            effects.of(change, known, removed, changes);
        }
    }

    private void measureLater(QueueChange change, @Nullable Queue known, @Nullable Group removed) {
        Queue queue = known != null ? known : table.find(change.queue());
        if (queue == null) {
            return;
        }
        metadataSize.changed(queue);
        Group group = change instanceof QueueChange.OfEntry of
                ? queue.byNumber.get(of.group())
                : change instanceof QueueChange.Done done ? queue.byNumber.get(done.group()) : removed;
        if (group != null) {
            metadataSize.changed(group);
        } else if (!(change instanceof QueueChange.Enqueued) || queue.groups.size() > 1) {
            queue.groups.values().forEach(metadataSize::changed);
        }
    }

    /** Measures the state that recovery has restored. */
    void recovered() {
        for (Queue queue : table.all()) {
            metadataSize.changed(queue);
            queue.groups.values().forEach(metadataSize::changed);
        }
        metadataSize.measure();
    }

    /** Resumes after a start: timers, transfers between shards, and redrives. */
    void resume(Changes changes) {
        for (Queue queue : table.all()) {
            for (Group group : queue.groups.values()) {
                GroupDeadlines.resume(group, changes.time());
                waiters.schedule(group);
            }
            resume(queue, changes);
        }
    }

    private void resume(Queue queue, Changes changes) {
        expiry.resume(queue);
        watchLimits(queue, changes.time());
        enqueuer.watchDedup(queue, changes.time());
        transferResults.resume(queue, changes);
        deadLetters.parkedRetries().watch(queue, changes.time());
        queue.tasks.values().forEach(task -> redrives.watch(queue, task, changes.time()));
    }

    /** Sets the timers for retention and idle groups, after a start or when the limits of a queue changed. */
    private void watchLimits(Queue queue, long now) {
        retention.configured(queue, now);
        queue.groups.values().forEach(group -> idleGroups.watch(group, now));
    }

    @Override
    public long due() {
        return wakes.hasWork() ? 0 : timers.due();
    }

    @Override
    public void expire(Changes changes) {
        wakes.beginTurn();
        timers.run(changes);
    }

    @Override
    public void conclude(Changes changes) {
        waiters.conclude(changes);
        metadataSize.measure();
    }

    @Override
    public void abandon(Rejection rejection) {
        waiters.abandon(rejection);
        loader.abandon(rejection);
    }

    @Override
    public KindRange kinds() {
        return ChangeCodec.QueueChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        table.apply(ChangeCodec.read(kind, change), time);
    }

    @Override
    public CheckpointPart capture() {
        return CheckpointRows.capture(table, this::stored);
    }

    /** Effects of an applied change: waiting calls to serve, and timers to set. Decisions do not have to know them. */
    private final class ChangeEffects {
        /**
         * Runs the effects of a change of a queue.
         *
         * @param removed the group that the change removed, if it removed one
         */
        void of(QueueChange change, Queue queue, @Nullable Group removed, Changes changes) {
            switch (change) {
                case QueueChange.Enqueued enqueued -> {
                    groups(queue);
                    expiry.enqueued(queue, enqueued.message());
                    retention.watch(queue, changes.time());
                }
                case QueueChange.OfEntry of -> group(queue.byNumber.get(of.group()));
                case QueueChange.Done done -> {
                    group(queue.byNumber.get(done.group()));
                    wakes.roomFreed(queue);
                }
                case QueueChange.OfGroup of -> {
                    group(queue.byNumber.get(of.group()));
                    wakes.roomFreed(queue); // messages that the group moved past may be removed now
                }
                case QueueChange.OfQueue of -> {
                    all(queue);
                    watchLimits(queue, changes.time());
                    deadLetters.parkedRetries().watch(queue, changes.time());
                }
                case QueueChange.Removed of -> all(queue);
                case QueueChange.Purged of -> all(queue);
                case QueueChange.QueueRemoved of -> {
                    waiters.queueGone(queue, changes);
                    presence.queueRemoved(queue.number, queue.name, changes);
                }
                case QueueChange.GroupRemoved of -> {
                    if (removed != null) {
                        waiters.groupGone(removed, changes);
                    }
                    presence.groupRemoved(queue.number, of.group(), changes);
                    wakes.roomFreed(queue);
                    watchLimits(queue, changes.time());
                }
                case QueueChange.OfTask of -> {}
                case QueueChange.TaskRemoved of -> {}
                case QueueChange.Forgotten of -> {}
                case QueueChange.Bound of -> {}
            }
        }

        private void all(Queue queue) {
            groups(queue);
            wakes.roomFreed(queue);
        }

        private void groups(Queue queue) {
            queue.groups.values().forEach(this::group);
        }

        private void group(@Nullable Group group) {
            if (group != null) {
                wakes.groupReady(group);
                waiters.schedule(group);
            }
        }
    }

    /**
     * Metrics that follow from changes. Each change is counted before it is applied, and only when it is decided: a replay counts
     * nothing.
     */
    private static final class ChangeMetrics {
        private final QueueMeter meter;

        ChangeMetrics(QueueMeter meter) {
            this.meter = meter;
        }

        void decided(QueueChange change, QueueTable table) {
            switch (change) {
                case QueueChange.Enqueued enqueued ->
                    meter.enqueued(enqueued.message().bytes());
                case QueueChange.OfEntry of -> entry(table.entry(of), of.entry());
                case QueueChange.Done done -> ended(done.reason());
                case QueueChange.Removed removed -> ended(removed.reason());
                case QueueChange.OfQueue of -> {}
                case QueueChange.QueueRemoved removed -> {}
                case QueueChange.OfGroup of -> {}
                case QueueChange.GroupRemoved removed -> {}
                case QueueChange.Purged purged -> {}
                case QueueChange.OfTask of -> {}
                case QueueChange.TaskRemoved removed -> {}
                case QueueChange.Forgotten forgotten -> {}
                case QueueChange.Bound bound -> {}
            }
        }

        private void entry(@Nullable DeliveryState before, DeliveryState after) {
            boolean wasLeased = before != null && before.state() == DeliveryState.State.LEASED;
            boolean wasParked = before != null && before.state() == DeliveryState.State.PARKED;
            if (after.state() == DeliveryState.State.LEASED) {
                if (before == null || after.epoch() > before.epoch()) {
                    meter.delivered();
                }
            } else if (wasLeased) {
                returned(after);
            }
            if (after.state() == DeliveryState.State.PARKED && !wasParked) {
                meter.parked();
            }
        }

        private void returned(DeliveryState entry) {
            switch (GroupCounters.returnOutcome(entry)) {
                case "nacked", "rejected" -> meter.nacked();
                case "released" -> meter.released();
                case "expired" -> meter.leaseExpired();
                default -> {}
            }
        }

        private void ended(RemovalReason reason) {
            switch (reason) {
                case ACKED -> meter.acked();
                case POPPED -> {
                    meter.delivered();
                    meter.acked();
                }
                case DEAD -> meter.deadLettered();
                case EXPIRED -> meter.expired();
                case CANCELLED, PURGED, DROPPED -> meter.dropped(1);
                case SKIPPED, MOVED -> {}
            }
        }
    }
}
