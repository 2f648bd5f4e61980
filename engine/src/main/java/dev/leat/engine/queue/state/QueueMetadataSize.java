package dev.leat.engine.queue.state;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Estimated memory of the queues of one shard without messages: names, dedup ids, keys in use, entries, ranges. It counts towards the
 * limit of the engine for metadata.
 *
 * <p>Each change marks its queue or group; marked ones are measured before the turn ends, and at intervals within a long turn. A
 * measurement takes constant time, because every part knows its size. The constants are those of a 64-bit JVM, rounded up.
 */
public final class QueueMetadataSize {
    private static final long QUEUE_BYTES = 4096;
    private static final long GROUP_BYTES = 4096;
    private static final long MESSAGE_BYTES = 8;
    private static final long ENTRY_BYTES = 420;
    private static final long RANGE_BYTES = 96;
    private static final long DEDUP_BYTES = 260;
    private static final long NEW_DEDUP_BYTES = 96;
    private static final long NODE_BYTES = 96;
    private static final long DUE_BYTES = 32;
    private static final long TASK_BYTES = 512;
    private static final long CONSUMER_BYTES = 1024;

    /** The most changes between two measurements. */
    private static final int CHANGES = 64;

    private final Usage usage;
    private final LongSupplier consumers;
    private final List<Queue> queues = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private long known;
    private int changes;

    public QueueMetadataSize(Usage usage, LongSupplier consumers) {
        this.consumers = consumers;
        this.usage = usage;
    }

    /** Returns why nothing more is accepted; null if it is. */
    @Nullable
    public Rejection flaw() {
        if (changes >= CHANGES) {
            measure();
        }
        return usage.metadataFlaw();
    }

    /** Marks a queue for measurement. */
    public void changed(Queue queue) {
        changes++;
        if (!queue.sizeChanged) {
            queue.sizeChanged = true;
            queues.add(queue);
        }
    }

    /** Marks a group for measurement. */
    public void changed(Group group) {
        changes++;
        if (!group.sizeChanged) {
            group.sizeChanged = true;
            groups.add(group);
        }
    }

    /** Measures everything that is marked. */
    public void measure() {
        long more = 0;
        for (int i = 0; i < queues.size(); i++) {
            Queue queue = queues.get(i);
            long now = queue.deleted ? 0 : of(queue);
            more += now - queue.countedBytes;
            queue.countedBytes = now;
            queue.sizeChanged = false;
        }
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            long now = group.deleted ? 0 : of(group);
            more += now - group.countedBytes;
            group.countedBytes = now;
            group.sizeChanged = false;
        }
        if (changes > 0) {
            long now = consumers.getAsLong();
            more += (now - known) * CONSUMER_BYTES;
            known = now;
        }
        queues.clear();
        groups.clear();
        changes = 0;
        usage.metadata(more);
    }

    private static long of(Queue queue) {
        return QUEUE_BYTES
                + Character.BYTES * (long) queue.name.value().length()
                + queue.messages * MESSAGE_BYTES
                + (queue.dropped.ranges() + queue.undroppable.ranges()) * RANGE_BYTES
                + queue.dedup.size() * DEDUP_BYTES
                + queue.dedup.chars() * Character.BYTES
                + queue.dirty.dedups.size() * NEW_DEDUP_BYTES
                + (queue.arrivals.size() + queue.overdue.size()) * NODE_BYTES
                + queue.expiries.size() * DUE_BYTES
                + queue.tasks.size() * TASK_BYTES;
    }

    private static long of(Group group) {
        return GROUP_BYTES
                + Character.BYTES * (long) group.name.value().length()
                + group.entries.size() * ENTRY_BYTES
                + group.historyBytes()
                + (group.done.ranges() + group.dead.ranges() + group.emptyFromTail.ranges()) * RANGE_BYTES
                + group.ready.size() * NODE_BYTES
                + group.deadlines.size() * DUE_BYTES
                + group.keyIndex.memoryBytes();
    }
}
