package dev.leat.engine.queue;

import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The queues of all shards whose making is durable, by name, and which of them send dead letters to which. Any thread may look.
 *
 * <p>The dead-letter queue may be on another shard, so two shards can decide about the same one at once. Whoever wants to use a queue
 * says so before looking whether it is there, and whoever deletes it says so before looking who uses it: at least one sees the
 * other. So no queue names one that is gone, and no dead letter comes back to where it was.
 */
final class Directory {

    /** A queue as the disk has it. */
    record Listed(long number, QueueName name, QueueConfig config) {}

    /** Dead letters of one queue go to another. */
    private record Link(QueueName from, QueueName to) {}

    /** Whether a queue can be used for dead letters. */
    enum Claim {
        GRANTED,
        MISSING,
        CYCLE
    }

    private final ConcurrentSkipListMap<QueueName, Listed> byName = new ConcurrentSkipListMap<>();
    private final Set<Link> links =
            new ConcurrentSkipListSet<>(Comparator.comparing(Link::from).thenComparing(Link::to));
    private final Set<Long> leaving = ConcurrentHashMap.newKeySet();

    /** It is durable that a queue is there, and configured like this. */
    void put(Queue queue, QueueConfig config) {
        byName.put(queue.name, new Listed(queue.number, queue.name, config));
        QueueName to = config.deadLetter();
        links.removeIf(link -> link.from.equals(queue.name) && !link.to.equals(to));
        if (to != null) {
            links.add(new Link(queue.name, to));
        }
    }

    /** It is durable that a queue is gone. */
    void remove(Queue queue) {
        Listed listed = byName.get(queue.name);
        if (listed != null && listed.number == queue.number) {
            byName.remove(queue.name, listed);
            links.removeIf(link -> link.from.equals(queue.name));
        }
        leaving.remove(queue.number);
    }

    @Nullable
    Listed find(QueueName name) {
        return byName.get(name);
    }

    ConcurrentSkipListMap<QueueName, Listed> all() {
        return byName;
    }

    /**
     * Reserves the right to send dead letters to a queue. One that is granted is given up by {@link #put} or {@link #remove}.
     *
     * @param known whether the shard that asks has the queue itself
     */
    Claim claim(QueueName from, QueueName to, boolean known) {
        boolean isNew = links.add(new Link(from, to));
        Claim claim = from.equals(to) || reaches(to, from)
                ? Claim.CYCLE
                : known || isThere(to) ? Claim.GRANTED : Claim.MISSING;
        if (isNew && claim != Claim.GRANTED) {
            links.remove(new Link(from, to));
        }
        return claim;
    }

    private boolean isThere(QueueName name) {
        Listed before = byName.get(name);
        if (before == null || leaving.contains(before.number)) {
            return false;
        }
        Listed after = byName.get(name); // one that has left altogether is no longer among those that leave
        return after != null && before.number == after.number;
    }

    private boolean reaches(QueueName start, QueueName end) {
        Set<QueueName> seen = new HashSet<>();
        Deque<QueueName> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            QueueName at = open.pop();
            if (at.equals(end)) {
                return true;
            }
            if (seen.add(at)) {
                links.stream().filter(link -> link.from.equals(at)).forEach(link -> open.push(link.to));
            }
        }
        return false;
    }

    /** Whoever sends dead letters to a queue that is to be deleted; from now on nobody else begins to. */
    List<QueueName> leave(Queue queue) {
        leaving.add(queue.number);
        List<QueueName> users = new ArrayList<>();
        links.stream()
                .filter(link -> link.to.equals(queue.name))
                .filter(link -> !link.from.equals(queue.name))
                .forEach(link -> users.add(link.from));
        return users;
    }

    /** It stays after all. */
    void stay(Queue queue) {
        leaving.remove(queue.number);
    }
}
