package dev.leat.engine.queue;

import dev.leat.api.Rejection;
import dev.leat.engine.meter.Meters;
import dev.leat.engine.meter.QueueMeter;
import dev.leat.engine.presence.PresenceShard;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.KindRange;
import dev.leat.engine.shard.Rows;
import dev.leat.engine.stream.Limits;
import dev.leat.engine.stream.StreamShard;
import dev.leat.engine.stream.Usage;
import dev.leat.storage.store.MemoryStore;
import dev.leat.storage.store.Store;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one shard. Everything changes by {@link #change} only, which writes the change for the journal and applies it
 * as {@link #replay} does.
 */
public final class QueueShard implements Feature {
    /** The rows that a start reads, by the letters of their keys; what others belong to comes first. */
    static final List<Character> LOADED = List.of('B', 'Q', 'V', 'E', 'D', 'T', 'W');

    private static final long LARGEST_CACHE_BYTES = 16 << 20;

    /** The caches of all shards together take no more than this part of the heap. */
    private static final int CACHE_SHARE = 8;

    private final QueueTable table;
    private final QueueContext context;
    private final StreamShard streams;
    private final PresenceShard presence;
    private final ConsumerLeases consumerLeases;
    private final DeadLetters deadLetters = new DeadLetters(this);
    private final DeadLetterLinks links = new DeadLetterLinks(this);
    private final QueueTimers timers = new QueueTimers();
    private final Enqueuer intake = new Enqueuer(this);
    private final DeliverableMessages supply = new DeliverableMessages(this);
    private final ReadySelector picking = new ReadySelector(this);
    private final LeaseGrants granting = new LeaseGrants(this);
    private final Settlements settling = new Settlements(this);
    private final LeaseTimers leases = new LeaseTimers(this);
    private final Waiters waiting = new Waiters(this);
    private final ChangeEffects aftermath = new ChangeEffects(this);
    private final Groups groups = new Groups(this);
    private final Transfers transfers = new Transfers(this);
    private final Redrives redrives = new Redrives(this);
    private final Removals cancelling = new Removals(this);
    private final GroupMaintenance tidy = new GroupMaintenance(this);
    private final Consumer<Consumer<Changes>> turn;
    private final MessageLoader loader;
    private final QueueMeter meter;
    private final ChangeMetrics metering;
    private final QueueMetadataSize footprint;
    private @Nullable Freed freed;

    /** The bytes that a turn frees. They are given back once it is durable: if another shard had them before, a crash could keep both. */
    private static final class Freed implements Runnable {
        private final Changes turn;
        private final Usage usage;
        private long bytes;

        Freed(Changes turn, Usage usage) {
            this.turn = turn;
            this.usage = usage;
        }

        @Override
        public void run() {
            usage.giveBack(bytes);
        }
    }

    /** @param turn gets something done in a turn of this shard, whoever asks */
    QueueShard(
            int shard,
            QueueContext context,
            StreamShard streams,
            PresenceShard presence,
            Consumer<Consumer<Changes>> turn) {
        this.turn = turn;
        this.table = new QueueTable(
                shard, new ResidentBytes(more -> context.usage().hot(shard, more), cacheBytes(context)), this::stored);
        this.context = context;
        this.meter = context.meters().queues(shard);
        this.metering = new ChangeMetrics(meter);
        this.footprint = new QueueMetadataSize(this, context.usage());
        this.streams = streams;
        this.presence = presence;
        this.loader = new MessageLoader(context.store(), context.patient(), turn, meter, this::lost);
        this.consumerLeases = new ConsumerLeases(this);
        presence.serve(consumerLeases);
    }

    private static long cacheBytes(QueueContext context) {
        return Math.min(
                LARGEST_CACHE_BYTES,
                Runtime.getRuntime().maxMemory() / CACHE_SHARE / context.usage().shards());
    }

    /** The queues of shards that nobody will use: no thread runs them, nothing is written. */
    public static QueueShard[] idle(StreamShard[] streams, PresenceShard[] presence) {
        int shards = streams.length;
        QueueContext alone = new QueueContext(
                new QueueDirectory(),
                (queue, errand) -> {},
                new MemoryStore(),
                (work, reply) -> {},
                new Usage(Limits.defaults(), shards),
                new Meters(shards),
                new DeliveryIdCipher());
        QueueShard[] idle = new QueueShard[shards];
        Arrays.setAll(idle, shard -> new QueueShard(shard, alone, streams[shard], presence[shard], work -> {}));
        return idle;
    }

    /** Takes in everything that the last checkpoint had, but for the messages. */
    public static void load(Store store, QueueShard[] shards) {
        for (char letter : LOADED) {
            Rows.scan(store, letter, (key, value) -> {
                QueueRow row = QueueRow.read(key, value);
                row.requireShard(shards.length);
                shards[row.shard()].table.load(row);
                return true;
            });
        }
    }

    /** Brings back messages that are in the store only. */
    MessageLoader loader() {
        return loader;
    }

    /** The store has these messages now; those that are wanted soon stay in memory. */
    private void stored(List<CheckpointRows.Taken> taken) {
        turn.accept(changes -> taken.forEach(of -> of.queue().hot.stored(of.messages(), of.queue()::isNear)));
    }

    /** Where what cannot be told from changes is counted. */
    QueueMeter meter() {
        return meter;
    }

    private void lost(MessageLoader.Lost lost) {
        change(new QueueChange.Removed(lost.queue().number, lost.at(), EndReason.DROPPED), lost.changes());
    }

    QueueTable table() {
        return table;
    }

    QueueContext context() {
        return context;
    }

    /** The streams that are on the same shard. */
    StreamShard streams() {
        return streams;
    }

    /** Who consumes from the queues. */
    PresenceShard presence() {
        return presence;
    }

    ConsumerLeases consumerLeases() {
        return consumerLeases;
    }

    /** Which queue sends its dead letters where. */
    DeadLetterLinks links() {
        return links;
    }

    Groups groups() {
        return groups;
    }

    Transfers transfers() {
        return transfers;
    }

    Redrives redrives() {
        return redrives;
    }

    Removals cancelling() {
        return cancelling;
    }

    GroupMaintenance tidy() {
        return tidy;
    }

    DeadLetters deadLetters() {
        return deadLetters;
    }

    QueueTimers timers() {
        return timers;
    }

    Enqueuer intake() {
        return intake;
    }

    DeliverableMessages supply() {
        return supply;
    }

    ReadySelector picking() {
        return picking;
    }

    LeaseGrants granting() {
        return granting;
    }

    Settlements settling() {
        return settling;
    }

    LeaseTimers leases() {
        return leases;
    }

    Waiters waiting() {
        return waiting;
    }

    ChangeEffects aftermath() {
        return aftermath;
    }

    /**
     * Writes a change and applies it. Room that it frees is given back; room for what is enqueued was taken before, by
     * {@link Usage#reserve}, {@link Usage#take} or {@link #carry}.
     */
    void change(QueueChange change, Changes changes) {
        Queue known = table.find(change.queue());
        Group removed = known != null && change instanceof QueueChange.GroupRemoved gone
                ? known.byNumber.get(gone.group())
                : null;
        ChangeCodec.write(change, change instanceof QueueChange.OfEntry of ? table.entry(of) : null, changes);
        metering.decided(change, table);
        long before = table.bytes();
        long messages = table.stock().messages();
        table.apply(change, changes.time());
        measureLater(change, known, removed);
        freed(Math.max(0, before - table.bytes()), changes);
        if (change instanceof QueueChange.Purged) {
            meter.dropped(messages - table.stock().messages());
        }
        if (known != null) {
            aftermath.of(change, known, removed, changes);
        }
    }

    private void measureLater(QueueChange change, @Nullable Queue known, @Nullable Group removed) {
        Queue queue = known != null ? known : table.find(change.queue());
        if (queue == null) {
            return;
        }
        footprint.changed(queue);
        Group group = change instanceof QueueChange.OfEntry of
                ? queue.byNumber.get(of.group())
                : change instanceof QueueChange.Done done ? queue.byNumber.get(done.group()) : removed;
        if (group != null) {
            footprint.changed(group);
        } else if (!(change instanceof QueueChange.Enqueued) || queue.groups.size() > 1) {
            queue.groups.values().forEach(footprint::changed);
        }
    }

    /** Counts what recovery has brought back. */
    void recovered() {
        for (Queue queue : table.all()) {
            footprint.changed(queue);
            queue.groups.values().forEach(footprint::changed);
        }
        footprint.measure();
    }

    /** What the queues take in memory beside messages. */
    QueueMetadataSize footprint() {
        return footprint;
    }

    /** Uses bytes that a later change of the same turn frees for something else of this shard. */
    void carry(long bytes, Changes changes) {
        freed(-bytes, changes);
    }

    private void freed(long bytes, Changes changes) {
        if (bytes == 0) {
            return;
        }
        Freed sum = freed;
        if (sum == null || sum.turn != changes) {
            sum = new Freed(changes, context.usage());
            freed = sum;
            changes.afterwards(sum);
        }
        sum.bytes += bytes;
    }

    /** Goes on with what an earlier life began. */
    void resume(Changes changes) {
        for (Queue queue : table.all()) {
            for (Group group : queue.groups.values()) {
                LeaseTimers.resume(group, changes.time());
                aftermath.watch(group);
            }
            resume(queue, changes);
        }
    }

    private void resume(Queue queue, Changes changes) {
        tidy.resume(queue, changes.time());
        intake.watchDedup(queue, changes.time());
        transfers.resume(queue, changes);
        deadLetters.parking().watch(queue, changes.time());
        queue.tasks.values().forEach(task -> redrives.watch(queue, task, changes.time()));
    }

    @Override
    public long due() {
        return waiting.isStirred() ? 0 : timers.due();
    }

    @Override
    public void expire(Changes changes) {
        waiting.goOn();
        timers.run(changes);
    }

    @Override
    public void conclude(Changes changes) {
        waiting.conclude(changes);
        footprint.measure();
    }

    @Override
    public void abandon(Rejection rejection) {
        waiting.abandon(rejection);
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
        return table.capture();
    }

    /** What a change means for those who wait, and when something is due next. Whoever changes something need not know of them. */
    static final class ChangeEffects {
        private final QueueShard shard;

        ChangeEffects(QueueShard shard) {
            this.shard = shard;
        }

        /**
         * A queue was changed.
         *
         * @param removed the group that was removed, if one was
         */
        void of(QueueChange change, Queue queue, @Nullable Group removed, Changes changes) {
            switch (change) {
                case QueueChange.Enqueued enqueued -> {
                    groups(queue);
                    shard.tidy().enqueued(queue, enqueued.message(), changes.time());
                }
                case QueueChange.OfEntry of -> group(queue.byNumber.get(of.group()));
                case QueueChange.Done done -> {
                    group(queue.byNumber.get(done.group()));
                    shard.waiting().roomMade(queue);
                }
                case QueueChange.OfGroup of -> {
                    group(queue.byNumber.get(of.group()));
                    shard.waiting().roomMade(queue); // what it has moved past may be gone
                }
                case QueueChange.OfQueue of -> {
                    all(queue);
                    shard.tidy().watch(queue, changes.time());
                    shard.deadLetters().parking().watch(queue, changes.time());
                }
                case QueueChange.Removed of -> all(queue);
                case QueueChange.Purged of -> all(queue);
                case QueueChange.QueueRemoved of -> {
                    shard.waiting().queueGone(queue, changes);
                    shard.presence().queueRemoved(queue.number, queue.name, changes);
                }
                case QueueChange.GroupRemoved of -> {
                    if (removed != null) {
                        shard.waiting().groupGone(removed, changes);
                    }
                    shard.presence().groupRemoved(queue.number, of.group(), changes);
                    shard.waiting().roomMade(queue);
                }
                case QueueChange.OfTask of -> {}
                case QueueChange.TaskRemoved of -> {}
                case QueueChange.Forgotten of -> {}
                case QueueChange.Bound of -> {}
            }
        }

        private void all(Queue queue) {
            groups(queue);
            shard.waiting().roomMade(queue);
        }

        private void groups(Queue queue) {
            queue.groups.values().forEach(this::group);
        }

        private void group(@Nullable Group group) {
            if (group != null) {
                shard.waiting().stirred(group);
                watch(group);
            }
        }

        /** Looks at a group again when its time comes. A timer that comes too early is set anew then, not now. */
        void watch(Group group) {
            long waits = group.reading ? Long.MAX_VALUE : group.waiters.firstEnd();
            long at = Math.min(group.firstDue(), waits);
            if (at < group.timer) {
                group.timer = at;
                shard.timers().at(at, changes -> look(group, at, changes));
            }
        }

        private void look(Group group, long at, Changes changes) {
            if (!group.gone && group.timer == at) {
                group.timer = Long.MAX_VALUE;
                shard.leases().expire(group, changes);
                shard.waiting().serve(group, changes);
                watch(group);
            }
        }

        /** Looks again when the first who waits for room has waited long enough. */
        void watch(Queue queue) {
            long at = queue.entrants.firstEnd();
            if (at < queue.timer) {
                queue.timer = at;
                shard.timers().at(at, changes -> look(queue, at, changes));
            }
        }

        private void look(Queue queue, long at, Changes changes) {
            if (!queue.gone && queue.timer == at) {
                queue.timer = Long.MAX_VALUE;
                shard.intake().endWaits(queue, changes);
                watch(queue);
            }
        }
    }

    /** Counts what changes mean. Each is seen before it is applied, and only when it is decided: a replay counts nothing. */
    static final class ChangeMetrics {
        private final QueueMeter meter;

        ChangeMetrics(QueueMeter meter) {
            this.meter = meter;
        }

        void decided(QueueChange change, QueueTable table) {
            switch (change) {
                case QueueChange.Enqueued enqueued ->
                    meter.enqueued(enqueued.message().bytes());
                case QueueChange.OfEntry of -> entry(table.entry(of), of.entry());
                case QueueChange.Done done -> ended(done.ending());
                case QueueChange.Removed removed -> ended(removed.ending());
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
            switch (GroupCounters.howReturned(entry)) {
                case "nacked", "rejected" -> meter.nacked();
                case "released" -> meter.released();
                case "expired" -> meter.leaseExpired();
                default -> {}
            }
        }

        private void ended(EndReason ending) {
            switch (ending) {
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
