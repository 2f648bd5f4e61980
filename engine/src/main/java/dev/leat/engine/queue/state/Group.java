package dev.leat.engine.queue.state;

import dev.leat.api.GroupName;
import dev.leat.api.GroupStart;
import dev.leat.engine.presence.GroupId;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a group knows: which messages are done, as ranges, and an {@link DeliveryState} for each that it has touched. All others are ready.
 *
 * <p>The cursors are where it reads on, lane by lane; they are not on disk. Everything that was ready before a cursor is in
 * {@link #ready}: it came back. After a start the cursors begin where the first message is not done, and pass what is there once
 * more, so nothing is said of a message that no cursor has passed.
 */
@SuppressWarnings("EnumOrdinal") // the counts live as long as the enum
public final class Group {
    /** Of how many dead letters, or runs of them, it is remembered that they are. */
    private static final int MAX_DEAD = 10_000;

    public final int number;
    public final GroupName name;
    public final Queue queue;
    public final long created;
    public String start;
    public boolean paused;
    public PositionSet done = new PositionSet();

    /** Of those that are done, the ones that became dead letters. */
    public PositionSet dead = new PositionSet();

    /** Where those are, and those that are on their way there. */
    public DeadLetterIndex deadLetterIndex = new DeadLetterIndex();

    /** The highest epoch of any of its deliveries. */
    public int epoch;

    /** Epoch of messages without an entry: above that of every delivery from before the group was moved, so none of those settles one. */
    public int epochFloor;

    private long pending;

    public final Map<Long, DeliveryState> entries = new HashMap<>();
    private final Map<DeliveryState.State, Integer> counts = new EnumMap<>(DeliveryState.State.class);
    public final TreeSet<Long> ready = new TreeSet<>();

    /**
     * The places at which whoever took from the tail has found nothing: done, or not to be had. Those that may be had again are taken
     * out. Not on disk.
     */
    public final PositionSet emptyFromTail = new PositionSet();

    public final long[] cursors = new long[Position.LANES];
    public final RecentEnds recentEnds = new RecentEnds();

    public GroupCounters counters = new GroupCounters();

    /** The order among messages of one key. Not on disk. */
    public final KeyOrder keyOrder = new KeyOrder(this);

    /** Whose turn it is in a fair queue. Not on disk. */
    public final FairOrder fairOrder = new FairOrder();

    /** Who has which leases. */
    public final LeasesByConsumer leasesByConsumer = new LeasesByConsumer();

    /** When a lease ends, or a scheduled message becomes ready. */
    public final DeadlineHeap deadlines = new DeadlineHeap();

    /** When leases end that a start has moved. Not on disk: the next start moves them anew. */
    private final Map<Long, Long> moved = new HashMap<>();

    /** The receives that wait, the first first. */
    public final WaiterQueue<?> waiters;

    /** For when the next look at {@link #deadlines} is planned. */
    public long timer = Long.MAX_VALUE;

    /** Whether those who wait are to be looked at before the turn ends. */
    public boolean wakePending;

    /** What {@link QueueMetadataSize} has counted for it, and whether that may have changed. */
    public long countedBytes;

    boolean sizeChanged;

    /** About what the histories of its entries take in memory. */
    private long historyBytes;

    /** Whether messages that somebody waits for are being read. */
    public boolean reading;

    /** The last of the parked messages that was tried to be sent to the dead letters. */
    public long retried = -1;

    /** When somebody last used it, and whether that is looked at. */
    public long lastUsed;

    public boolean idleWatched;

    public final GroupId id;
    public boolean gone;
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

    /** Begins again where the first message is not done. */
    public void rewind() {
        ready.clear();
        emptyFromTail.clear();
        fairOrder.clear();
        keyOrder.clear();
        for (int lane = 0; lane < Position.LANES; lane++) {
            cursors[lane] = done.firstAbsent(Position.first(lane));
        }
    }

    /** How many messages it has not settled. */
    public long pending() {
        return pending;
    }

    /** It has so many more to settle, or fewer. */
    public void addPending(long more) {
        pending += more;
        queue.gauges.pending(more);
    }

    /** Notes how a message ended, for those who ask later. */
    public void ended(long at, EndReason ending) {
        if (ending == EndReason.DEAD) {
            dead.add(at);
            dead.keepLast(MAX_DEAD);
        } else {
            deadLetterIndex.unbind(at);
        }
        recentEnds.note(at, ending);
        keyOrder.settled(at);
    }

    /** The key whose messages wait for each other; null for none. A dead letter keeps its key among priorities, where it holds up nobody. */
    @Nullable
    public String key(QueuedMessage message) {
        return queue.config.priority() ? null : message.orderKey();
    }

    public boolean hasPassed(long at) {
        return at < cursors[Position.lane(at)];
    }

    /** A message that a cursor has passed can be delivered. */
    public void addReady(long at) {
        emptyFromTail.remove(at);
        if (ready.add(at) && queue.config.fair()) {
            fairOrder.add(keyOrder.key(at), at);
        }
    }

    /** It cannot any more. Returns whether it could. */
    public boolean removeReady(long at) {
        boolean was = !ready.isEmpty() && ready.remove(at);
        if (was) {
            fairOrder.remove(keyOrder.key(at), at);
        }
        return was;
    }

    public boolean isPaused() {
        return paused || queue.paused;
    }

    /** Whether it can be delivered, but for its key. */
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
            case PARKED -> keyOrder.parked(at);
            case READY -> {
                if (hasPassed(at)) {
                    keyOrder.returned(at);
                }
            }
            case MOVING -> {}
        }
    }

    /** When something is to be decided; {@link Long#MAX_VALUE} for never. */
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

    /** When the time of an entry comes: when its lease ends, or it becomes ready. */
    public long due(long at, DeliveryState entry) {
        Long end = moved.isEmpty() ? null : moved.get(at);
        return end == null ? entry.due() : end;
    }

    /** A lease ends at another moment than it says, unless it is granted or extended anew. */
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

    /** Removes what is known of a message, and returns it. */
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

    /** The kinds of start that a group can have. The disk has them as text. */
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
