package dev.leat.engine.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a queue that are in memory. A fresh one is only here and in the journal, which is not read back; a checkpoint
 * takes it, and once that is durable it may go. What was read from the store for delivery may go at any time.
 */
final class Hot {
    private final long queue;
    private final Memory memory;
    private Map<Long, Message> fresh = new LinkedHashMap<>();
    private final Map<Long, Message> leaving = new HashMap<>();
    private final Map<Long, Message> cached = new HashMap<>();

    /** Where those are that have moved here: their ids do not say it. */
    private final Map<MessageKey, Long> byKey = new HashMap<>();

    private final Map<Origin, Long> byOrigin = new HashMap<>();

    Hot(long queue, Memory memory) {
        this.queue = queue;
        this.memory = memory;
    }

    /** Null for one that is in the store only, or gone. */
    @Nullable
    Message get(long at) {
        Message message = fresh.get(at);
        if (message == null) {
            message = cached.get(at);
        }
        return message != null ? message : leaving.get(at);
    }

    int size() {
        return fresh.size() + leaving.size() + cached.size();
    }

    void forEach(Consumer<Message> action) {
        fresh.values().forEach(action);
        leaving.values().forEach(action);
        cached.values().forEach(action);
    }

    /** Those that are in memory, as of now. */
    List<Message> values() {
        List<Message> values = new ArrayList<>(size());
        forEach(values::add);
        return values;
    }

    /** A message has been enqueued. */
    void add(Message message) {
        fresh.put(message.at(), message);
        came(message);
        memory.took(message);
    }

    /** The store has given back a message. */
    void cache(Message message) {
        if (get(message.at()) == null) {
            cached.put(message.at(), message);
            came(message);
            memory.cache(queue, this, message);
        }
    }

    void evicted(long at) {
        left(cached.remove(at));
    }

    private void came(Message message) {
        Origin origin = message.origin();
        if (origin != null) {
            byKey.put(message.key(), message.at());
            byOrigin.put(origin, message.at());
        }
    }

    private void left(@Nullable Message message) {
        Origin origin = message == null ? null : message.origin();
        if (message != null && origin != null) {
            byKey.remove(message.key(), message.at());
            byOrigin.remove(origin, message.at());
        }
    }

    /** The place of a message that has moved here and is in memory; null if it is not. */
    @Nullable
    Long moved(MessageKey key) {
        return byKey.get(key);
    }

    /** The place of what came from a place elsewhere, and is in memory; null if it is not. */
    @Nullable
    Long moved(Origin origin) {
        return byOrigin.get(origin);
    }

    /** Forgets a message. Returns whether the store has it, or is about to. */
    boolean remove(long at) {
        left(get(at));
        Message unstored = fresh.remove(at);
        boolean wasFresh = unstored != null;
        if (unstored == null) {
            unstored = leaving.remove(at);
        }
        if (unstored != null) {
            memory.lost(unstored);
        } else if (cached.remove(at) != null) {
            memory.uncache(queue, at);
        }
        return !wasFresh;
    }

    /** Forgets all from a place up to another. Returns those that the store has, or is about to. */
    Places removeRange(long from, long to) {
        List<Long> known = new ArrayList<>();
        if (to - from > size()) {
            forEach(message -> known.add(message.at()));
            known.removeIf(at -> at < from || at >= to);
        } else {
            for (long at = from; at < to; at++) {
                known.add(at);
            }
        }
        Places unstored = new Places();
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

    /** A checkpoint takes what no other has taken. */
    List<Message> take() {
        List<Message> taken = new ArrayList<>(fresh.values());
        leaving.putAll(fresh);
        fresh = new LinkedHashMap<>();
        return taken;
    }

    /** The checkpoint is durable. */
    void stored(List<Message> taken, LongPredicate keep) {
        for (Message message : taken) {
            if (leaving.remove(message.at()) != null) {
                memory.lost(message);
                left(message);
                if (keep.test(message.at())) {
                    cache(message);
                }
            }
        }
    }
}
