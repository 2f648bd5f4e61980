package dev.leat.engine.queue.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a queue in memory. A fresh message is only here and in the journal; a checkpoint takes it, and once that is durable it may
 * be evicted. A cached message, read from the store, may be evicted at any time.
 */
public final class ResidentMessages {
    private final long queue;
    private final MessageMemory memory;
    private Map<Long, QueuedMessage> fresh = new LinkedHashMap<>();
    private final Map<Long, QueuedMessage> beingStored = new HashMap<>();
    private final Map<Long, QueuedMessage> cached = new HashMap<>();

    /**
     * Positions of transferred messages, whose ids do not tell them. Several messages have one id if a message failed in several groups.
     */
    private final Map<DecodedMessageId, SortedSet<Long>> byId = new HashMap<>();

    private final Map<TransferSource, SortedSet<Long>> byOrigin = new HashMap<>();

    ResidentMessages(long queue, MessageMemory memory) {
        this.queue = queue;
        this.memory = memory;
    }

    /** Returns a message; null if it is only in the store, or removed. */
    @Nullable
    public QueuedMessage get(long at) {
        QueuedMessage message = fresh.get(at);
        if (message == null) {
            message = cached.get(at);
        }
        return message != null ? message : beingStored.get(at);
    }

    int size() {
        return fresh.size() + beingStored.size() + cached.size();
    }

    public void forEach(Consumer<QueuedMessage> action) {
        fresh.values().forEach(action);
        beingStored.values().forEach(action);
        cached.values().forEach(action);
    }

    /** Returns a copy of the messages in memory. */
    public List<QueuedMessage> values() {
        List<QueuedMessage> values = new ArrayList<>(size());
        forEach(values::add);
        return values;
    }

    /** Adds an enqueued message. */
    void add(QueuedMessage message) {
        fresh.put(message.at(), message);
        came(message);
        memory.add(message);
    }

    /** Caches a message that was read from the store. */
    public void cache(QueuedMessage message) {
        if (get(message.at()) == null) {
            cached.put(message.at(), message);
            came(message);
            memory.cache(queue, this, message);
        }
    }

    void evicted(long at) {
        left(cached.remove(at));
    }

    private void came(QueuedMessage message) {
        TransferSource origin = message.origin();
        if (origin != null) {
            byId.computeIfAbsent(message.id(), id -> new TreeSet<>()).add(message.at());
            byOrigin.computeIfAbsent(origin, from -> new TreeSet<>()).add(message.at());
        }
    }

    private void left(@Nullable QueuedMessage message) {
        TransferSource origin = message == null ? null : message.origin();
        if (message != null && origin != null) {
            remove(byId, message.id(), message.at());
            remove(byOrigin, origin, message.at());
        }
    }

    private static <K> void remove(Map<K, SortedSet<Long>> places, K key, long at) {
        SortedSet<Long> all = places.get(key);
        if (all != null && all.remove(at) && all.isEmpty()) {
            places.remove(key);
        }
    }

    private static <K> @Nullable Long first(Map<K, SortedSet<Long>> places, K key) {
        SortedSet<Long> all = places.get(key);
        return all == null ? null : all.first();
    }

    /** Returns the position of a transferred message in memory; null for none. */
    @Nullable
    public Long moved(DecodedMessageId id) {
        return first(byId, id);
    }

    /** Returns the position of the message in memory that came from an origin; null for none. */
    @Nullable
    public Long moved(TransferSource origin) {
        return first(byOrigin, origin);
    }

    /** Removes a message. Returns whether the store has it, or a running checkpoint writes it. */
    boolean remove(long at) {
        left(get(at));
        QueuedMessage unstored = fresh.remove(at);
        boolean wasFresh = unstored != null;
        if (unstored == null) {
            unstored = beingStored.remove(at);
        }
        if (unstored != null) {
            memory.lost(unstored);
        } else if (cached.remove(at) != null) {
            memory.uncache(queue, at);
        }
        return !wasFresh;
    }

    /** Removes the messages of a range. Returns those that the store has, or a running checkpoint writes. */
    PositionSet removeRange(long from, long to) {
        List<Long> known = new ArrayList<>();
        if (to - from > size()) {
            forEach(message -> known.add(message.at()));
            known.removeIf(at -> at < from || at >= to);
        } else {
            for (long at = from; at < to; at++) {
                known.add(at);
            }
        }
        PositionSet unstored = new PositionSet();
        for (long at : known) {
            if (!remove(at)) {
                unstored.add(at);
            }
        }
        return unstored.absent(from, to);
    }

    void clear() {
        List<Long> all = new ArrayList<>();
        forEach(message -> all.add(message.at()));
        all.forEach(this::remove);
    }

    /** Returns the fresh messages for a checkpoint. */
    public List<QueuedMessage> take() {
        List<QueuedMessage> taken = new ArrayList<>(fresh.values());
        beingStored.putAll(fresh);
        fresh = new LinkedHashMap<>();
        return taken;
    }

    /** Evicts messages that a durable checkpoint has taken, except those to keep. */
    public void stored(List<QueuedMessage> taken, LongPredicate keep) {
        for (QueuedMessage message : taken) {
            if (beingStored.remove(message.at()) != null) {
                memory.lost(message);
                left(message);
                if (keep.test(message.at())) {
                    cache(message);
                }
            }
        }
    }
}
