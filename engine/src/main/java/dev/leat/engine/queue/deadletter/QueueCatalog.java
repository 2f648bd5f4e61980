package dev.leat.engine.queue.deadletter;

import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.state.Queue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The durable queues of all shards by name, and their dead-letter links. Thread-safe.
 *
 * <p>The dead-letter queue may be on another shard, so two shards can decide about one queue at once. A shard that adds a link publishes
 * it before it checks that the target exists, and a shard that deletes a queue publishes that before it checks for links: at least one
 * sees the other. So no link leads to a deleted queue, and links form no cycle.
 */
public final class QueueCatalog {

    /** A durable queue. */
    record Listed(long number, QueueName name, QueueConfig config) {}

    /** Dead letters of one queue go to another. */
    private record Link(QueueName from, QueueName to) {}

    /** Result of reserving a dead-letter queue. */
    public enum Claim {
        GRANTED,
        MISSING,
        CYCLE
    }

    /** In place of a number: the queue that existed at the start. */
    private static final long SINCE_START = 0;

    private final ConcurrentSkipListMap<String, Listed> byName = new ConcurrentSkipListMap<>();

    /** The number of the queue that a link was reserved for, or {@link #SINCE_START}: a later queue may have the same name. */
    private final ConcurrentSkipListMap<Link, Long> links =
            new ConcurrentSkipListMap<>(Comparator.comparing(Link::from).thenComparing(Link::to));

    private final Set<Long> beingDeleted = ConcurrentHashMap.newKeySet();

    /**
     * Publishes a queue and its configuration, which are durable.
     *
     * @param now the current queue of this name, which may not be durable yet; null if it is being deleted
     */
    public void put(Queue queue, QueueConfig config, @Nullable Queue now) {
        byName.put(queue.name.value(), new Listed(queue.number, queue.name, config));
        QueueName to = config.deadLetter();
        keep(queue.name, to, now);
        if (to != null) {
            links.putIfAbsent(new Link(queue.name, to), SINCE_START);
        }
    }

    /**
     * Publishes that a queue is removed durably.
     *
     * @param now a newer queue of this name; null for none
     */
    public void remove(Queue queue, @Nullable Queue now) {
        Listed listed = byName.get(queue.name.value());
        if (listed != null && listed.number == queue.number) {
            byName.remove(queue.name.value(), listed);
            keep(queue.name, null, now);
        }
        beingDeleted.remove(queue.number);
    }

    /** Removes the links of a queue that neither the durable nor the current configuration has. */
    private void keep(QueueName from, @Nullable QueueName durable, @Nullable Queue now) {
        QueueName decided = now == null ? null : now.config.deadLetter();
        links.keySet().removeIf(link -> link.from.equals(from) && !link.to.equals(durable) && !link.to.equals(decided));
    }

    @Nullable
    public Listed find(QueueName name) {
        return byName.get(name.value());
    }

    /** Returns the names with a prefix, in order, after another name unless that is null. */
    public Stream<QueueName> names(String prefix, @Nullable QueueName after) {
        var from = after != null && after.value().compareTo(prefix) >= 0
                ? byName.tailMap(after.value(), false)
                : byName.tailMap(prefix, true);
        return from.values().stream()
                .map(Listed::name)
                .takeWhile(name -> name.value().startsWith(prefix));
    }

    /**
     * Reserves a link to a dead-letter queue. {@link #put} or {@link #remove} release it.
     *
     * @param known the target, if it is on the shard that asks
     */
    public Claim claim(QueueName from, QueueName to, @Nullable Queue known) {
        Link link = new Link(from, to);
        boolean isNew = links.putIfAbsent(link, SINCE_START) == null;
        boolean cycle = from.equals(to) || reaches(to, from);
        Long number = cycle ? null : known != null ? Long.valueOf(known.number) : numberOf(to);
        if (number != null) {
            links.put(link, number);
        } else if (isNew) {
            links.remove(link);
        }
        return cycle ? Claim.CYCLE : number == null ? Claim.MISSING : Claim.GRANTED;
    }

    /** Returns the number of a queue that exists and is not being deleted; null for none. */
    private @Nullable Long numberOf(QueueName name) {
        Listed before = byName.get(name.value());
        if (before == null || beingDeleted.contains(before.number)) {
            return null;
        }
        Listed after =
                byName.get(name.value()); // a queue that is gone altogether is no longer among those being deleted
        return after != null && before.number == after.number ? before.number : null;
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
                links.keySet().stream().filter(link -> link.from.equals(at)).forEach(link -> open.push(link.to));
            }
        }
        return false;
    }

    /** Marks a queue as being deleted, so that no new link to it is reserved, and returns the queues that have links to it. */
    public List<QueueName> beginDelete(Queue queue) {
        beingDeleted.add(queue.number);
        List<QueueName> users = new ArrayList<>();
        links.keySet().stream()
                .filter(link -> link.to.equals(queue.name))
                .filter(link -> !link.from.equals(queue.name))
                .forEach(link -> users.add(link.from));
        return users;
    }

    /** Returns whether a link was last reserved for the queue of this number. */
    boolean isUsed(QueueName from, QueueName to, long number) {
        Long granted = links.get(new Link(from, to));
        return granted != null && (granted == number || granted == SINCE_START);
    }

    /** Withdraws the mark of a queue that is not deleted after all. */
    public void cancelDelete(Queue queue) {
        beingDeleted.remove(queue.number);
    }
}
