package dev.leat.engine.presence;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.Presence.State;
import dev.leat.api.queue.QueueName;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.figures.PresenceCounts;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Feature;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.KindRange;
import dev.leat.engine.shard.Rows;
import dev.leat.engine.stream.InternalStreams;
import dev.leat.engine.stream.StreamShard;
import dev.leat.storage.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The consumers of the queues of one shard. {@link PresenceTracker} decides; everything changes by {@link #change}, which writes the change
 * for the journal and applies it as {@link #replay} does, but for signs of life, which the journal need not have one by one.
 */
public final class PresenceShard implements Feature {

    /** The most known consumers of one queue. */
    public static final int MAX_ENTRIES = 10_000;

    /** The lifetime of a presence stream that is neither read nor written. */
    private static final Lifetime HISTORY = Lifetime.idle(Duration.ofDays(7));

    /** The largest size of a presence stream; at that size it begins anew. */
    private static final long HISTORY_BYTES = 64 << 20;

    /** The milliseconds between two checks of a consumer that is kept only because of its leases. */
    private static final long AGAIN = Duration.ofMinutes(1).toMillis();

    private final PresenceTable table = new PresenceTable();
    private final PresenceTracker tracker;
    private final SignsOfLife signs;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::at));
    private final InternalStreams notes;
    private final PresenceNotifier notifier;
    private ConsumerLeasesView consumerLeases = ConsumerLeasesView.NONE;

    /** A planned check of a consumer. */
    private record Timer(long at, ConsumerState entry) {}

    /** @param defaultTtl the time to live of a consumer whose heartbeats have none */
    public PresenceShard(StreamShard streams, Duration defaultTtl) {
        this.tracker = new PresenceTracker(this, defaultTtl);
        this.signs = new SignsOfLife(table, tracker);
        this.notes = new InternalStreams(streams, HISTORY, HISTORY_BYTES);
        this.notifier = new PresenceNotifier(notes);
    }

    /** Loads the rows of the last checkpoint. */
    public static void load(Store store, PresenceShard[] shards) {
        Rows.scan(store, PresenceRow.LETTER, (key, value) -> {
            PresenceRow row = PresenceRow.read(key, value);
            Ids.requireShard(row.shard(), shards.length);
            shards[row.shard()].table.load(row);
            return true;
        });
    }

    /** Sets the view that counts the leases of consumers, and that is notified of consumers that expire. */
    public void serve(ConsumerLeasesView consumerLeases) {
        this.consumerLeases = consumerLeases;
    }

    /**
     * Completes recovery. Every consumer gets a full time to live before it can become stale, and times of last contact that lie in the
     * future are set to now.
     */
    public void resume(Changes changes) {
        for (ConsumerState entry : table.all()) {
            entry.seenBy(changes.time());
            if (entry.published != State.LEFT) {
                entry.recoveringUntil = changes.time() + entry.ttl;
            }
            watch(entry, entry.due());
        }
    }

    /** Returns the number of known consumers in all states. */
    public long consumers() {
        PresenceCounts.Figures all = table.census();
        return all.active() + all.stale() + all.expired() + all.left();
    }

    /** Returns the numbers of consumers by state. */
    public PresenceCounts.Figures census() {
        return table.census();
    }

    PresenceTable table() {
        return table;
    }

    ConsumerState known(long queue, long number) {
        return Objects.requireNonNull(table.roster(queue).find(number));
    }

    void change(PresenceChange change, Changes changes) {
        change.write(changes);
        table.apply(change, changes.time());
    }

    /** Publishes a change of state, or keeps it for later while the storage is full. */
    void announce(ConsumerState entry, @Nullable State before, @Nullable State after, Changes changes) {
        notifier.tell(entry, before, after, changes);
    }

    int leases(ConsumerState entry) {
        return consumerLeases.count(entry.place.queue(), entry.place.group(), entry.consumer);
    }

    void expired(ConsumerState entry, Changes changes) {
        GroupId place = entry.place;
        if (isExpired(place.queue(), place.group(), entry.consumer, changes.time())) {
            consumerLeases.expired(place.queue(), place.group(), entry.consumer, changes);
        }
    }

    /** Records that a receive begins, or that it got deliveries. */
    public void received(GroupId place, ConsumerName consumer, int deliveries, Changes changes) {
        signs.received(place, consumer, deliveries, changes);
    }

    public void settled(GroupId place, ConsumerName consumer, int settlements, Changes changes) {
        signs.settled(place, consumer, settlements, changes);
    }

    /** Records that a receive waits. Its consumer is active until the result is notified that the wait is over. */
    public WaitingReceive parked(GroupId place, ConsumerName consumer) {
        return signs.parked(place, consumer, this);
    }

    /** Records a heartbeat. Returns null if the consumer is new and the queue has {@link #MAX_ENTRIES} consumers. */
    public @Nullable Presence heartbeat(
            GroupId place,
            ConsumerName consumer,
            String instance,
            @Nullable Duration ttl,
            Map<String, String> labels,
            @Nullable Integer reportedLeases,
            Changes changes) {
        ConsumerState entry = table.roster(place.queue()).find(place.group(), consumer, instance);
        if (entry == null) {
            entry = tracker.enter(place, consumer, instance, ttl, labels, changes);
        } else {
            tracker.describe(entry, ttl, labels, changes);
        }
        if (entry == null) {
            return null;
        }
        entry.reportedLeases = reportedLeases;
        return entry.presence(leases(entry), changes.time());
    }

    /** Records that a consumer leaves. Returns whether it was present. */
    public boolean leave(GroupId place, ConsumerName consumer, String instance, Changes changes) {
        ConsumerState entry = table.roster(place.queue()).find(place.group(), consumer, instance);
        if (entry == null || entry.published == State.LEFT) {
            return false;
        }
        tracker.leave(entry, changes);
        return true;
    }

    public void groupRemoved(long queue, int group, Changes changes) {
        QueueConsumers roster = table.find(queue);
        List<ConsumerState> entries = roster == null ? List.of() : roster.of(group);
        if (!entries.isEmpty()) {
            change(new PresenceChange.GroupForgotten(queue, group), changes);
            entries.forEach(entry -> announce(entry, entry.published, null, changes));
        }
    }

    /** Forgets the consumers of a removed queue, and ends its presence stream. */
    public void queueRemoved(long queue, QueueName name, Changes changes) {
        QueueConsumers roster = table.find(queue);
        if (roster != null && !roster.all().isEmpty()) {
            change(new PresenceChange.QueueForgotten(queue), changes);
        }
        notifier.forget(queue);
        notes.end(StreamPath.ofPresence(name), changes);
    }

    /** Returns whether a consumer is known, and all its instances have expired or left. */
    public boolean isExpired(long queue, int group, ConsumerName consumer, long now) {
        QueueConsumers roster = table.find(queue);
        List<ConsumerState> instances = roster == null ? List.of() : roster.find(group, consumer);
        return !instances.isEmpty() && instances.stream().noneMatch(entry -> entry.isPresent(now));
    }

    /** Returns whether an instance of a consumer has neither expired nor left. */
    public boolean isPresent(GroupId place, ConsumerName consumer, long now) {
        QueueConsumers roster = table.find(place.queue());
        return roster != null && roster.find(place.group(), consumer).stream().anyMatch(entry -> entry.isPresent(now));
    }

    /** Returns whether a group has a consumer that has neither expired nor left. */
    public boolean isAttended(long queue, int group, long now) {
        QueueConsumers roster = table.find(queue);
        return roster != null && roster.of(group).stream().anyMatch(entry -> entry.isPresent(now));
    }

    /** Returns the consumers of a queue, in no order. */
    public List<Presence> consumers(long queue, long now) {
        QueueConsumers roster = table.find(queue);
        List<Presence> all = new ArrayList<>();
        if (roster != null) {
            roster.all().forEach(entry -> all.add(entry.presence(leases(entry), now)));
        }
        return all;
    }

    /** Plans a check of a consumer. A timer that fires too early sets the next one then. */
    void watch(ConsumerState entry, long at) {
        if (at < entry.timer) {
            entry.timer = at;
            timers.add(new Timer(at, entry));
        }
    }

    @Override
    public long due() {
        return Math.min(firstTimer(), notifier.due());
    }

    private long firstTimer() {
        Timer first = timers.peek();
        return first == null ? Long.MAX_VALUE : first.at();
    }

    @Override
    public void expire(Changes changes) {
        notifier.retry(changes);
        while (firstTimer() <= changes.time() && !changes.isFull()) {
            Timer timer = timers.remove();
            if (!timer.entry.gone && timer.at == timer.entry.timer) {
                expire(timer.entry, changes);
            }
        }
    }

    private void expire(ConsumerState entry, Changes changes) {
        long now = changes.time();
        entry.timer = Long.MAX_VALUE;
        if (entry.due() <= now) {
            tracker.look(entry, changes);
        }
        if (!entry.gone) {
            watch(entry, entry.due() > now ? entry.due() : now + AGAIN);
        }
    }

    @Override
    public KindRange kinds() {
        return PresenceChangeKinds.RANGE;
    }

    @Override
    public void replay(int kind, BytesIn change, long time) {
        table.apply(PresenceChange.read(kind, change), time);
    }

    @Override
    public CheckpointPart capture() {
        return table.capture();
    }
}
