package dev.leat.engine.queue.deadletter;

import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
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
 * The queues of all shards whose making is durable, by name, and which of them send dead letters to which. Any thread may look.
 *
 * <p>The dead-letter queue may be on another shard, so two shards can decide about the same one at once. Whoever wants to use a queue
 * says so before looking whether it is there, and whoever deletes it says so before looking who uses it: at least one sees the
 * other. So no queue names one that is gone, and no dead letter comes back to where it was.
 */
public final class QueueDirectory {

    /** A queue as the disk has it. */
    record Listed(long number, QueueName name, QueueConfig config) {}

    /** Dead letters of one queue go to another. */
    private record Link(QueueName from, QueueName to) {}

    /** Whether a queue can be used for dead letters. */
    public enum Claim {
        GRANTED,
        MISSING,
        CYCLE
    }

    /** Instead of a number: the queue that was there at the start. */
    private static final long SINCE_START = 0;

    private final ConcurrentSkipListMap<String, Listed> byName = new ConcurrentSkipListMap<>();

    /** Each with the number of the queue that it was granted for, or {@link #SINCE_START}: a name may be another queue's later. */
    private final ConcurrentSkipListMap<Link, Long> links =
            new ConcurrentSkipListMap<>(Comparator.comparing(Link::from).thenComparing(Link::to));

    private final Set<Long> beingDeleted = ConcurrentHashMap.newKeySet();

    /**
     * It is durable that a queue is there, and configured like this.
     *
     * @param now the queue of this name as it is decided by now, which may not be durable yet; null if it is to go
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
     * It is durable that a queue is gone.
     *
     * @param now the queue of this name that was made since; null if there is none
     */
    public void remove(Queue queue, @Nullable Queue now) {
        Listed listed = byName.get(queue.name.value());
        if (listed != null && listed.number == queue.number) {
            byName.remove(queue.name.value(), listed);
            keep(queue.name, null, now);
        }
        beingDeleted.remove(queue.number);
    }

    /** Gives up the links of a queue that neither the disk has nor what was decided since. */
    private void keep(QueueName from, @Nullable QueueName durable, @Nullable Queue now) {
        QueueName decided = now == null ? null : now.config.deadLetter();
        links.keySet().removeIf(link -> link.from.equals(from) && !link.to.equals(durable) && !link.to.equals(decided));
    }

    @Nullable
    public Listed find(QueueName name) {
        return byName.get(name.value());
    }

    /** Returns the names that begin with a prefix, in order, behind another name unless that is null. */
    public Stream<QueueName> names(String prefix, @Nullable QueueName after) {
        var from = after != null && after.value().compareTo(prefix) >= 0
                ? byName.tailMap(after.value(), false)
                : byName.tailMap(prefix, true);
        return from.values().stream()
                .map(Listed::name)
                .takeWhile(name -> name.value().startsWith(prefix));
    }

    /**
     * Reserves the right to send dead letters to a queue. One that is granted is given up by {@link #put} or {@link #remove}.
     *
     * @param known the queue, if the shard that asks has it itself
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

    /** The number of a queue that is there and does not leave; null if there is none. */
    private @Nullable Long numberOf(QueueName name) {
        Listed before = byName.get(name.value());
        if (before == null || beingDeleted.contains(before.number)) {
            return null;
        }
        Listed after = byName.get(name.value()); // one that has left altogether is no longer among those that leave
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

    /** Whoever sends dead letters to a queue that is to be deleted; from now on nobody else begins to. */
    public List<QueueName> beginDelete(Queue queue) {
        beingDeleted.add(queue.number);
        List<QueueName> users = new ArrayList<>();
        links.keySet().stream()
                .filter(link -> link.to.equals(queue.name))
                .filter(link -> !link.from.equals(queue.name))
                .forEach(link -> users.add(link.from));
        return users;
    }

    /** Whether a queue was last told to use another while that had this number. */
    boolean isUsed(QueueName from, QueueName to, long number) {
        Long granted = links.get(new Link(from, to));
        return granted != null && (granted == number || granted == SINCE_START);
    }

    /** It stays after all. */
    public void cancelDelete(Queue queue) {
        beingDeleted.remove(queue.number);
    }
}
