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
import dev.leat.engine.shard.Limits;
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
        this.loader = new MessageLoader(context.store(), context.blocking(), turn, meter, this::lost);
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
        return QueueChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        table.apply(ChangeCodec.read(kind, change), time);
    }

    @Override
    public CheckpointPart capture() {
        return table.capture();
    }
}
