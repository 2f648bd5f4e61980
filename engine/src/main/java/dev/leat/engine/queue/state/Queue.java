package dev.leat.engine.queue.state;

import dev.leat.api.GroupName;
import dev.leat.api.NewMessage;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.Retention;
import dev.leat.storage.meter.Counter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A queue: its messages, and the groups that work them off. */
public final class Queue {
    /** How many messages are read from the store at once, and how far ahead of a cursor messages stay in memory. */
    public static final int WINDOW = 512;

    public final long number;
    public final QueueName name;
    public final long created;
    public QueueConfig config;
    public boolean paused;
    public boolean gone;
    public boolean stored;
    public final DirtyTracker.OfQueue dirty = new DirtyTracker.OfQueue();

    /** The next seq; those before are never used again. */
    public long nextSeq;

    /** The next place of each lane. */
    public final long[] next = new long[Position.LANES];

    /** How many messages there are. */
    public long messages;

    /** How many bytes of payload they have. */
    public final PayloadSizes payloadSizes = new PayloadSizes();

    public long enqueued;
    public long duplicates;
    public int nextGroup = 1;

    /** Since when it has no group, if it had one before. */
    public long withoutGroupsSince;

    public long nextTask = 1;

    /** The places whose messages are gone; every group has them among what it has done. */
    public PositionSet dropped = new PositionSet();

    public final DedupWindow dedup = new DedupWindow();

    /** Whether a timer will forget what {@link #dedup} need not remember any more. */
    public boolean dedupWatched;

    /** Messages that the store does not have yet, and those that were read from it for delivery. */
    public final ResidentMessages resident;

    /** What the queues of the shard hold together. */
    public final QueueGauges gauges;

    /** What expired before this moment has been looked at: the index in the store need not say it any more. */
    public long expiredBefore;

    public final Map<GroupName, Group> groups = new TreeMap<>();
    public final Map<Integer, Group> byNumber = new TreeMap<>();
    public final Map<Long, RedriveTask> tasks = new TreeMap<>();

    /** Where messages of other shards were that have arrived here, as long as they may be brought again. */
    public final Set<TransferSource> arrivals = new TreeSet<>();

    /** Whether a message ever came here from another queue: then ids do not say where all messages are. */
    public boolean hasTransferred;

    /** The places from which messages are being read on. */
    public final Set<Long> loading = new HashSet<>();

    /** Those who wait for room to enqueue. */
    public final WaiterQueue<?> enqueueWaiters = new WaiterQueue<WaiterQueue.Entry>(new Counter());

    /**
     * The places at which whoever made room has found nothing that can go: gone, or a group has to do with it still. Those that can go
     * again are taken out. Not on disk.
     */
    public final PositionSet undroppable = new PositionSet();

    /** Whether the search for what can go is not over. */
    public boolean searching;

    /** Whether they are to be looked at before the turn ends. */
    public boolean wakePending;

    /** What {@link QueueMetadataSize} has counted for it, and whether that may have changed. */
    public long countedBytes;

    boolean sizeChanged;

    /** For when the next look at them is planned. */
    public long timer = Long.MAX_VALUE;

    /** When messages expire, as far as that is in memory, and the moment from which on the store has to be asked. */
    public final DeadlineHeap expiries = new DeadlineHeap();

    public long expiryHorizon = Long.MAX_VALUE;

    /** Messages whose time is over, since when, but which some group has, or has given up: nobody else gets them. */
    public final Map<Long, Long> overdue = new HashMap<>();

    /** For when the next look at them is planned, and at what is kept for replay. */
    public long expiryTimer = Long.MAX_VALUE;

    public long retentionTimer = Long.MAX_VALUE;

    public Queue(long number, QueueName name, QueueConfig config, long created, ResidentBytes memory) {
        this.number = number;
        this.name = name;
        this.config = config;
        this.created = created;
        this.resident = new ResidentMessages(number, memory);
        this.gauges = memory.gauges();
        for (int lane = 0; lane < Position.LANES; lane++) {
            next[lane] = Position.first(lane);
        }
    }

    public long bytes() {
        return payloadSizes.total();
    }

    public boolean isWork() {
        return config.mode() == QueueConfig.Mode.WORK;
    }

    /** How many lanes have messages: one for each priority, or one in all. */
    public int lanes() {
        return config.priority() ? Position.LANES : 1;
    }

    /** Returns the priority of the message at a position. */
    public int priority(long at) {
        return config.priority() ? Position.priorityOf(Position.lane(at)) : NewMessage.DEFAULT_PRIORITY;
    }

    /** The group of a name; of a work queue, the one it has if no name is given. */
    @Nullable
    public Group group(@Nullable GroupName name) {
        return groups.get(name == null ? GroupName.DEFAULT : name);
    }

    /** Whether a message goes once all groups have done it. */
    boolean isKeptForInterest() {
        return isWork() || config.retention() instanceof Retention.Interest;
    }

    /** How many places of all lanes are not in a set. */
    public long countAbsent(PositionSet places) {
        long all = 0;
        for (int lane = 0; lane < Position.LANES; lane++) {
            all += next[lane] - Position.first(lane);
        }
        return all - places.size();
    }

    /** The places of all lanes that are not in a set. */
    public PositionSet absent(PositionSet places) {
        PositionSet absent = new PositionSet();
        for (int lane = 0; lane < Position.LANES; lane++) {
            absent.addAll(places.absent(Position.first(lane), next[lane]));
        }
        return absent;
    }

    /** The places from one up to another whose messages are in the store only. */
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

    /** Whether the store has no message that is not in memory, too. */
    public boolean isInMemory() {
        return messages == resident.size();
    }

    /** Whether a group will want a message soon. */
    public boolean isNear(long at) {
        for (Group group : groups.values()) {
            long ahead = at - group.cursors[Position.lane(at)];
            if (ahead < WINDOW && !group.isDone(at)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a place has a message still. */
    public boolean has(long at) {
        int lane = Position.lane(at);
        return at >= 0 && lane < Position.LANES && at < next[lane] && !dropped.contains(at);
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

    /** The first place from this one on that has a message; -1 if there is none. */
    public long nextPresent(long from) {
        for (int lane = Position.lane(from); lane < Position.LANES; lane++) {
            long at = dropped.firstAbsent(Math.max(from, Position.first(lane)));
            if (at < next[lane]) {
                return at;
            }
        }
        return -1;
    }

    /** The last place of a message that is there, up to this one; -1 if there is none. */
    public long lastPresent(long upTo) {
        for (int lane = Position.lane(upTo); lane >= 0; lane--) {
            long at = dropped.lastAbsent(Math.min(upTo, next[lane] - 1));
            if (at >= Position.first(lane)) {
                return at;
            }
        }
        return -1;
    }

    /** Whether a message goes when a group has done it, because the group is the last that has to do with it. */
    public boolean goesWith(Group last, long at) {
        return isKeptForInterest() && groups.values().stream().allMatch(group -> group == last || group.isDone(at));
    }

    /** Whether no group has anything to do with a message any more. */
    public boolean isDoneForAll(long at) {
        for (Group group : groups.values()) {
            if (!group.isDone(at)) {
                return false;
            }
        }
        return !groups.isEmpty();
    }
}
