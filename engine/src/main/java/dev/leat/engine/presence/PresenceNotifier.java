package dev.leat.engine.presence;

import dev.leat.api.queue.Presence.State;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.stream.InternalStreams;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Publisher of the states of consumers. A state that cannot be written, because the storage is full, is published once there is room:
 * for each consumer the latest state, without those between. Not on disk.
 */
final class PresenceNotifier {
    private static final long AGAIN_MILLIS = 1_000;

    /** The most consumers with unpublished states; the oldest are given up. */
    private static final int MAX = 100_000;

    private final InternalStreams notes;
    private final Map<Key, Held> held = new LinkedHashMap<>();
    private long due = Long.MAX_VALUE;

    private record Key(long queue, long number) {}

    private record Held(
            ConsumerState entry,
            @Nullable State before,
            @Nullable State after) {}

    PresenceNotifier(InternalStreams notes) {
        this.notes = notes;
    }

    void tell(ConsumerState entry, @Nullable State before, @Nullable State after, Changes changes) {
        Key key = new Key(entry.place.queue(), entry.number);
        Held known = held.remove(key);
        Held now = new Held(entry, known == null ? before : known.before, after);
        boolean isNews = known == null || now.before != null || after != null;
        if (isNews && !write(now, changes)) {
            held.put(key, now);
            if (held.size() > MAX) {
                held.remove(held.keySet().iterator().next());
            }
            due = Math.min(due, changes.time() + AGAIN_MILLIS);
        }
    }

    private boolean write(Held what, Changes changes) {
        byte[] message = PresenceMessage.of(what.entry, what.before, what.after, changes.time());
        return notes.write(StreamPath.ofPresence(what.entry.place.queueName()), message, changes);
    }

    /** Forgets the unpublished states of a queue whose presence stream is removed. */
    void forget(long queue) {
        held.keySet().removeIf(key -> key.queue == queue);
    }

    long due() {
        return due;
    }

    void retry(Changes changes) {
        if (due > changes.time()) {
            return;
        }
        Iterator<Held> all = held.values().iterator();
        while (all.hasNext() && !changes.isFull() && write(all.next(), changes)) {
            all.remove();
        }
        due = held.isEmpty() ? Long.MAX_VALUE : changes.time() + AGAIN_MILLIS;
    }
}
