package dev.leat.engine.queue.state;

import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Index of the dead letters of a group: the queue that each failed message went to, or is going to, because a later configuration may
 * name another one. It is bounded: the lowest positions are forgotten first. Message ids are not on disk.
 */
public final class DeadLetterIndex {
    private static final int MAX = 10_000;

    private final Map<QueueName, PositionSet> where = new TreeMap<>();

    private final Map<Long, MessageId> ids = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, MessageId> eldest) {
            return size() > MAX;
        }
    };

    /** Binds a message to a dead-letter queue. */
    public void bind(long at, QueueName to) {
        unbind(at);
        where.computeIfAbsent(to, unseen -> new PositionSet()).add(at);
        while (where.values().stream().mapToInt(PositionSet::ranges).sum() > MAX) {
            where.values().stream()
                    .min(Comparator.comparingLong(PositionSet::first))
                    .ifPresent(PositionSet::removeFirst);
            where.values().removeIf(places -> places.size() == 0);
        }
    }

    /** Removes the binding of a message. */
    void unbind(long at) {
        if (where.isEmpty()) {
            return;
        }
        where.values().forEach(places -> places.remove(at));
        where.values().removeIf(places -> places.size() == 0);
    }

    /** Returns the dead-letter queue of a message; null if it is unknown. */
    @Nullable
    public QueueName to(long at) {
        for (Map.Entry<QueueName, PositionSet> each : where.entrySet()) {
            if (each.getValue().contains(at)) {
                return each.getKey();
            }
        }
        return null;
    }

    /** Records the id of a dead letter that has arrived. */
    public void named(long at, MessageId id) {
        ids.put(at, id);
    }

    @Nullable
    public MessageId id(long at) {
        return ids.get(at);
    }

    public void clear() {
        where.clear();
        ids.clear();
    }

    public void write(BytesOut out) {
        out.varint(where.size());
        where.forEach((to, places) -> places.write(out.text(to.value())));
    }

    public static DeadLetterIndex read(BytesIn in) {
        DeadLetterIndex deadLetterIndex = new DeadLetterIndex();
        for (long left = in.varint(); left > 0; left--) {
            deadLetterIndex.where.put(QueueName.of(in.text()), PositionSet.read(in));
        }
        return deadLetterIndex;
    }

    /** Returns the positions by queue, for comparisons in tests. */
    @Override
    public String toString() {
        return where.toString();
    }
}
