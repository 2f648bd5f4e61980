package dev.leat.engine.queue.state;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.engine.presence.GroupId;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * State of one group of a queue: which messages are done, as ranges, and a {@link DeliveryState} for each that it has touched. All others
 * are ready. Durable fields change by {@link QueueTable#apply} only.
 *
 * <p>A cursor per lane is where the group reads on; cursors are not on disk. {@link #ready} has every ready message before a cursor: it was
 * returned. After a start the cursors begin at the first message that is not done and pass the present messages again, so nothing is stored
 * about a message that no cursor has passed.
 */
@SuppressWarnings("EnumOrdinal") // the counts live as long as the enum
public final class Group {
    /** The most ranges of dead letters that are kept. */
    private static final int MAX_DEAD = 10_000;

    public final int number;
    public final GroupName name;
    public final Queue queue;
    public final long created;
    public String start;
    public boolean paused;
    public PositionSet done = new PositionSet();

    /** The messages among {@link #done} that became dead letters. */
    public PositionSet dead = new PositionSet();

    /** Where those are, and the messages on their way there. */
    public DeadLetterIndex deadLetterIndex = new DeadLetterIndex();

    /** The highest epoch of all deliveries. */
    public int epoch;

    /** Epoch of messages without an entry: above that of every delivery from before the group was moved, so none of those settles one. */
    public int epochFloor;

    private long pending;

    public final Map<Long, DeliveryState> entries = new HashMap<>();
    private final Map<DeliveryState.State, Integer> counts = new EnumMap<>(DeliveryState.State.class);
    public final TreeSet<Long> ready = new TreeSet<>();

    /** Positions that a search from the tail found undeliverable. A position is removed when it may be deliverable again. Not on disk. */
    public final PositionSet emptyFromTail = new PositionSet();

    public final long[] cursors = new long[Positions.LANES];
    public final RecentRemovals recentRemovals = new RecentRemovals();

    public GroupCounters counters = new GroupCounters();

    /** The unsettled messages by order key. Not on disk. */
    public final OrderKeyIndex keyIndex = new OrderKeyIndex(this);

    /** The order of keys in a fair queue. Not on disk. */
    public final KeyRoundRobin roundRobin = new KeyRoundRobin();

    /** The leases, by consumer. */
    public final ConsumerLeaseIndex leasesByConsumer = new ConsumerLeaseIndex();

    /** When leases and delays end. */
    public final DeadlineHeap deadlines = new DeadlineHeap();

    /** Ends of leases that a start has extended. Not on disk: the next start extends them again. */
    private final Map<Long, Long> moved = new HashMap<>();

    /** The receives that wait, in order. */
    public final WaiterQueue<?> waiters;

    /** The time of the timer for {@link #deadlines} and waits. */
    public long timer = Long.MAX_VALUE;

    /** Whether waiters are to be served before the turn ends. */
    public boolean wakePending;

    /** The bytes that {@link QueueMetadataSize} has counted for the group, and whether they may have changed. */
    public long countedBytes;

    boolean sizeChanged;

    /** The estimated bytes of the histories of all entries. */
    private long historyBytes;

    /** Whether messages for the waiters are being loaded. */
    public boolean reading;

    /** The last parked message that was sent to the dead-letter queue again. */
    public long retried = -1;

    /** When the group was last used, and whether a timer checks that. */
    public long lastUsed;

    public boolean idleWatched;

    public final GroupId id;
    public boolean deleted;
    public boolean stored;
    public final DirtyTracker.OfGroup dirty = new DirtyTracker.OfGroup();

    public Group(int number, GroupName name, Queue queue, String start, long created) {
        this.number = number;
        this.name = name;
        this.queue = queue;
        this.waiters = new WaiterQueue<WaiterQueue.Entry>(queue.gauges.waiting());
        this.start = start;
        this.created = created;
        this.id = new GroupId(queue.number, queue.name, number, name);
        rewind();
    }

    /** Moves the cursors back to the first messages that are not done. */
    public void rewind() {
        ready.clear();
        emptyFromTail.clear();
        roundRobin.clear();
        keyIndex.clear();
        for (int lane = 0; lane < Positions.LANES; lane++) {
            cursors[lane] = done.firstAbsent(Positions.first(lane));
        }
    }

    /** Returns how many messages are not settled. */
    public long pending() {
        return pending;
    }

    /** Adds to the number of unsettled messages; {@code more} may be negative. */
    public void addPending(long more) {
        pending += more;
        queue.gauges.pending(more);
    }

    /** Records how a message ended. */
    public void ended(long at, RemovalReason reason) {
        if (reason == RemovalReason.DEAD) {
            dead.add(at);
            dead.keepLast(MAX_DEAD);
        } else {
            deadLetterIndex.unbind(at);
        }
        recentRemovals.note(at, reason);
        keyIndex.settled(at);
    }

    /** Returns the key that orders a message; null for none. In a queue with priorities keys order nothing. */
    @Nullable
    public String key(QueuedMessage message) {
        return queue.config.priority() ? null : message.orderKey();
    }

    public boolean hasPassed(long at) {
        return at < cursors[Positions.lane(at)];
    }

    /** Adds a message before a cursor to the ready set. */
    public void addReady(long at) {
        emptyFromTail.remove(at);
        if (ready.add(at) && queue.config.fair()) {
            roundRobin.add(keyIndex.key(at), at);
        }
    }

    /** Removes a message from the ready set. Returns whether it was there. */
    public boolean removeReady(long at) {
        boolean was = !ready.isEmpty() && ready.remove(at);
        if (was) {
            roundRobin.remove(keyIndex.key(at), at);
        }
        return was;
    }

    public boolean isPaused() {
        return paused || queue.paused;
    }

    /** Returns whether a message is ready, whether or not its key blocks it. */
    public boolean isReady(long at) {
        DeliveryState entry = entry(at);
        return entry == null ? !isDone(at) : entry.state() == DeliveryState.State.READY;
    }

    public boolean isDone(long at) {
        return done.contains(at);
    }

    @Nullable
    public DeliveryState entry(long at) {
        return entries.get(at);
    }

    /** Returns the state of a message that was never delivered to this group. */
    public DeliveryState untouched(QueuedMessage message) {
        return DeliveryState.untouched(epochFloor, message);
    }

    public int count(DeliveryState.State state) {
        return counts.getOrDefault(state, 0);
    }

    public void put(long at, DeliveryState entry) {
        forget(at);
        entries.put(at, entry);
        historyBytes += entry.historyBytes();
        epoch = Math.max(epoch, entry.epoch());
        counts.merge(entry.state(), 1, Integer::sum);
        switch (entry.state()) {
            case LEASED -> {
                leasesByConsumer.add(entry.consumer(), at);
                watch(at, entry);
            }
            case SCHEDULED -> watch(at, entry);
            case PARKED -> keyIndex.parked(at);
            case READY -> {
                if (hasPassed(at)) {
                    keyIndex.returned(at);
                }
            }
            case MOVING -> {}
        }
    }

    /** Returns the earliest deadline; {@link Long#MAX_VALUE} for none. */
    public long firstDue() {
        while (deadlines.size() > 0 && !isRight(deadlines.first(), deadlines.place())) {
            deadlines.removeFirst();
        }
        return deadlines.first();
    }

    private boolean isRight(long due, long at) {
        DeliveryState entry = entry(at);
        return entry != null && entry.isTimed() && due(at, entry) == due;
    }

    /** Returns when the lease or the delay of an entry ends. */
    public long due(long at, DeliveryState entry) {
        Long end = moved.isEmpty() ? null : moved.get(at);
        return end == null ? entry.due() : end;
    }

    /** Changes the end of a lease until it is granted or extended again. */
    public void move(long at, long end) {
        DeliveryState entry = entry(at);
        if (entry != null && entry.due() != end) {
            moved.put(at, end);
            watch(at, entry);
        }
    }

    private void watch(long at, DeliveryState entry) {
        deadlines.add(due(at, entry), at);
        if (deadlines.isStale(count(DeliveryState.State.LEASED) + count(DeliveryState.State.SCHEDULED))) {
            deadlines.clear();
            entries.forEach((place, each) -> {
                if (each.isTimed()) {
                    deadlines.add(due(place, each), place);
                }
            });
        }
    }

    long historyBytes() {
        return historyBytes;
    }

    /** Removes the entry of a message, and returns it; null for none. */
    @Nullable
    public DeliveryState forget(long at) {
        DeliveryState old = entries.remove(at);
        if (old != null) {
            historyBytes -= old.historyBytes();
            moved.remove(at);
            queue.undroppable.remove(at);
            emptyFromTail.remove(at);
            counts.merge(old.state(), -1, Integer::sum);
            if (old.state() == DeliveryState.State.LEASED) {
                leasesByConsumer.remove(old.consumer(), at);
            }
        }
        removeReady(at);
        return old;
    }

    /** Names of the kinds of group starts on disk. */
    public static final class StartKind {
        public static final String HEAD = "head";

        private StartKind() {}

        public static String of(GroupStart start) {
            return switch (start) {
                case GroupStart.Head head -> HEAD;
                case GroupStart.Tail tail -> "tail";
                case GroupStart.Seq seq -> "seq";
                case GroupStart.Timestamp timestamp -> "timestamp";
            };
        }
    }
}
