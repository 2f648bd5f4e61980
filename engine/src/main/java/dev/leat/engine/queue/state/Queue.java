package dev.leat.engine.queue.state;

import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import dev.leat.storage.meter.Counter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * State of one queue: its messages, groups and tasks. Durable fields change by {@link QueueTable#apply} only; the others are notes of
 * the services of this shard, on whose thread everything runs.
 */
public final class Queue {
    /** How many messages are read from the store at once, and how far ahead of a cursor messages stay in memory. */
    public static final int WINDOW = 512;

    public final long number;
    public final QueueName name;
    public final long created;
    public QueueConfig config;
    public boolean paused;
    public boolean deleted;
    public boolean stored;
    public final DirtyTracker.OfQueue dirty = new DirtyTracker.OfQueue();

    /** The next seq; a seq is never used again. */
    public long nextSeq;

    /** The next position of each lane. */
    public final long[] next = new long[Positions.LANES];

    /** The number of messages. */
    public long messages;

    /** The payload sizes of the messages. */
    public final PayloadSizes payloadSizes = new PayloadSizes();

    public long enqueued;
    public long duplicates;
    public int nextGroup = 1;

    /** When the last group was removed; 0 if there was never one. */
    public long withoutGroupsSince;

    public long nextTask = 1;

    /** The positions of removed messages; every group has them in {@code done}. */
    public PositionSet dropped = new PositionSet();

    public final DedupWindow dedup = new DedupWindow();

    /** Whether a timer is set that expires ids of {@link #dedup}. */
    public boolean dedupWatched;

    /** Messages in memory: those that the store does not have yet, and a cache of others. */
    public final ResidentMessages resident;

    /** The gauges of all queues of the shard. */
    public final QueueShardGauges gauges;

    /** Before this time all messages have been expired: the store may delete that part of its index. */
    public long expiredBefore;

    public final Map<GroupName, Group> groups = new TreeMap<>();
    public final Map<Integer, Group> byNumber = new TreeMap<>();
    public final Map<Long, RedriveTask> tasks = new TreeMap<>();

    /** Origins of messages that arrived from other shards, while they may be sent again. */
    public final Set<TransferSource> arrivals = new TreeSet<>();

    /** Whether a message was ever transferred here: then ids do not tell all positions. */
    public boolean hasTransferred;

    /** The positions from which messages are being loaded. */
    public final Set<Long> loading = new HashSet<>();

    /** The enqueues that wait for room. */
    public final WaiterQueue<?> enqueueWaiters = new WaiterQueue<WaiterQueue.Entry>(new Counter());

    /**
     * Positions that the search for messages to drop has ruled out. A position is removed when its message may be dropped again. Not on
     * disk.
     */
    public final PositionSet undroppable = new PositionSet();

    /** Whether waiting enqueues are to be served before the turn ends. */
    public boolean wakePending;

    /** The bytes that {@link QueueMetadataSize} has counted for the queue, and whether they may have changed. */
    public long countedBytes;

    boolean sizeChanged;

    /** The time of the timer for waiting enqueues. */
    public long timer = Long.MAX_VALUE;

    /** Expiry times in memory, and the time from which on the index in the store has to be read. */
    public final DeadlineHeap expiries = new DeadlineHeap();

    public long expiryHorizon = Long.MAX_VALUE;

    /** Expired messages that a group still has leased, parked or moving, with their expiry times. They are not delivered any more. */
    public final Map<Long, Long> overdue = new HashMap<>();

    /** The times of the timers for expiry and for retention. */
    public long expiryTimer = Long.MAX_VALUE;

    public long retentionTimer = Long.MAX_VALUE;

    public Queue(long number, QueueName name, QueueConfig config, long created, MessageMemory memory) {
        this.number = number;
        this.name = name;
        this.config = config;
        this.created = created;
        this.resident = new ResidentMessages(number, memory);
        this.gauges = memory.gauges();
        for (int lane = 0; lane < Positions.LANES; lane++) {
            next[lane] = Positions.first(lane);
        }
    }

    public long bytes() {
        return payloadSizes.total();
    }

    public boolean isWork() {
        return config.mode() == QueueConfig.Mode.WORK;
    }

    /** Returns how many lanes have messages: one for each priority, or one in all. */
    public int lanes() {
        return config.priority() ? Positions.LANES : 1;
    }

    /** Returns the priority of the message at a position. */
    public int priority(long at) {
        return config.priority() ? Positions.priorityOf(Positions.lane(at)) : NewMessage.DEFAULT_PRIORITY;
    }

    /** Returns the group of a name; without a name, the group of a work queue. Null for none. */
    @Nullable
    public Group group(@Nullable GroupName name) {
        return groups.get(name == null ? GroupName.DEFAULT : name);
    }

    /** Returns whether a message is removed once all groups are done with it. */
    boolean isKeptForInterest() {
        return isWork() || config.retention() instanceof Retention.Interest;
    }

    /** Returns how many positions of all lanes are not in a set. */
    public long countAbsent(PositionSet places) {
        long all = 0;
        for (int lane = 0; lane < Positions.LANES; lane++) {
            all += next[lane] - Positions.first(lane);
        }
        return all - places.size();
    }

    /** Returns the positions of all lanes that are not in a set. */
    public PositionSet absent(PositionSet places) {
        PositionSet absent = new PositionSet();
        for (int lane = 0; lane < Positions.LANES; lane++) {
            absent.addAll(places.absent(Positions.first(lane), next[lane]));
        }
        return absent;
    }

    /** Returns the positions of a range whose messages are only in the store. */
    public PositionSet cold(long from, long to) {
        PositionSet cold = new PositionSet();
        dropped.absent(from, to).forEach((first, end) -> {
            for (long at = first; at < end; at++) {
                if (resident.get(at) == null) {
                    cold.add(at);
                }
            }
        });
        return cold;
    }

    /** Returns whether all messages are in memory. */
    public boolean isInMemory() {
        return messages == resident.size();
    }

    /** Returns whether a group will need the message soon. */
    public boolean isNear(long at) {
        for (Group group : groups.values()) {
            long ahead = at - group.cursors[Positions.lane(at)];
            if (ahead < WINDOW && !group.isDone(at)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the position has a message. */
    public boolean has(long at) {
        int lane = Positions.lane(at);
        return at >= 0 && lane < Positions.LANES && at < next[lane] && !dropped.contains(at);
    }

    /** Returns whether a group has leased the message. */
    public boolean isLeased(long at) {
        return stands(at, DeliveryState.State.LEASED);
    }

    /** Returns whether the message is on its way to another queue, and may have arrived there. */
    public boolean isMoving(long at) {
        return stands(at, DeliveryState.State.MOVING);
    }

    private boolean stands(long at, DeliveryState.State state) {
        for (Group group : groups.values()) {
            DeliveryState entry = group.entry(at);
            if (entry != null && entry.state() == state) {
                return true;
            }
        }
        return false;
    }

    /** Returns the first present message from a position on; -1 for none. */
    public long nextPresent(long from) {
        for (int lane = Positions.lane(from); lane < Positions.LANES; lane++) {
            long at = dropped.firstAbsent(Math.max(from, Positions.first(lane)));
            if (at < next[lane]) {
                return at;
            }
        }
        return -1;
    }

    /** Returns the last present message up to a position; -1 for none. */
    public long lastPresent(long upTo) {
        for (int lane = Positions.lane(upTo); lane >= 0; lane--) {
            long at = dropped.lastAbsent(Math.min(upTo, next[lane] - 1));
            if (at >= Positions.first(lane)) {
                return at;
            }
        }
        return -1;
    }

    /** Returns whether the message is removed when this group is done with it. */
    public boolean goesWith(Group last, long at) {
        return isKeptForInterest() && groups.values().stream().allMatch(group -> group == last || group.isDone(at));
    }

    /** Returns whether all groups are done with the message. */
    public boolean isDoneForAll(long at) {
        for (Group group : groups.values()) {
            if (!group.isDone(at)) {
                return false;
            }
        }
        return !groups.isEmpty();
    }
}
