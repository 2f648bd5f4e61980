package dev.leat.engine;

import dev.leat.api.ConsumerName;
import dev.leat.api.Delivery.Redelivery;
import dev.leat.api.GroupName;
import dev.leat.api.MessageId;
import dev.leat.api.MessageInfo.State;
import dev.leat.api.NewMessage;
import dev.leat.api.Provenance.Reason;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.SettleResult.AlreadySettled.How;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What queues do, in the most obvious way: a list of messages, and for each group one entry for each message. Time moves only
 * when it is told to, and then everything that is due happens at that moment. {@link QueueModelOps} has the operations.
 */
final class QueueModel {
    final Map<QueueName, Queue> queues = new LinkedHashMap<>();
    long now;

    /** A message; a copy among dead letters is another one with the same id. */
    static final class Message {
        final Queue queue;
        final MessageId id;
        final String text;
        final @Nullable String key;
        final int priority;
        final @Nullable Integer budget;
        final long enqueuedAt;
        long seq;
        long notBefore;
        long expiresAt = Long.MAX_VALUE;

        @Nullable
        Duration ttl;

        Set<GroupName> only = Set.of();

        @Nullable
        Origin origin;

        Message(Queue queue, MessageId id, long seq, NewMessage given, long now) {
            this(queue, id, seq, given.key(), given.priority(), given.maxAttempts(), textOf(given), now);
            this.only = given.groups();
            this.notBefore = given.delay() == null ? 0 : now + given.delay().toMillis();
            this.ttl = given.ttl();
            livesFrom(now);
        }

        /** Its time to live begins. */
        void livesFrom(long moment) {
            Duration time = ttl == null ? queue.config.ttl() : ttl;
            expiresAt = time == null ? Long.MAX_VALUE : moment + time.toMillis();
        }

        private Message(
                Queue queue,
                MessageId id,
                long seq,
                @Nullable String key,
                int priority,
                @Nullable Integer budget,
                String text,
                long now) {
            this.queue = queue;
            this.id = id;
            this.seq = seq;
            this.key = key;
            this.priority = priority;
            this.budget = budget;
            this.text = text;
            this.enqueuedAt = now;
        }

        private static String textOf(NewMessage given) {
            return new String(given.payload(), java.nio.charset.StandardCharsets.UTF_8);
        }

        /** The same message in another queue. */
        Message movedTo(Queue other, @Nullable Integer newBudget, long now) {
            Message moved = new Message(other, id, other.nextSeq++, key, priority, newBudget, text, now);
            moved.ttl = ttl;
            return moved;
        }

        int maxAttempts() {
            return budget == null ? queue.config.maxAttempts() : budget;
        }
    }

    /** Where a dead letter comes from. */
    record Origin(
            Queue queue,
            GroupName group,
            long seq,
            int attempts,
            Reason reason,
            @Nullable Integer budget) {}

    /** How a message stands in a group. */
    static final class Entry {
        final Message message;
        final Group group;
        State state;
        int attempts;
        int releases;
        int epoch;
        long due;
        long lease;
        long heldSince;

        @Nullable
        ConsumerName consumer;

        @Nullable
        Redelivery reason;

        @Nullable
        How how;

        @Nullable
        Message deadCopy;

        /** Whether the last delivery was given back, so that it can settle nothing any more. */
        boolean fenced;

        /** Whether the group was moved or removed, so that only this is sure: a delivery settles nothing. */
        boolean forgotten;

        Entry(Message message, Group group, long now) {
            this.message = message;
            this.group = group;
            this.state = message.notBefore > now ? State.SCHEDULED : State.READY;
            this.due = message.notBefore;
        }

        boolean isOpen() {
            return state != State.DONE;
        }

        boolean isExhausted() {
            return message.maxAttempts() > 0 && attempts >= message.maxAttempts();
        }

        boolean holdsKey() {
            return isOpen() && (state != State.PARKED || message.queue.config.parkHoldsKey());
        }
    }

    static final class Group {
        final Queue queue;
        final GroupName name;
        final Map<String, Long> counters = new TreeMap<>();
        String start;
        long from;
        boolean paused;

        /** Whether messages were there before it: those that are scheduled count as ready until their turn comes. */
        boolean sought;

        TreeMap<Long, Entry> entries = new TreeMap<>();

        Group(Queue queue, GroupName name, String start, long from) {
            this.queue = queue;
            this.name = name;
            this.start = start;
            this.from = from;
        }

        void count(String counter) {
            counters.merge(counter, 1L, Long::sum);
        }

        long counted(String counter) {
            return counters.getOrDefault(counter, 0L);
        }

        void see(Message message, long now) {
            if (message.seq >= from && (message.only.isEmpty() || message.only.contains(name))) {
                entries.put(message.seq, new Entry(message, this, now));
            }
        }

        long in(State state) {
            return entries.values().stream().filter(e -> e.state == state).count();
        }

        long heldBy(ConsumerName consumer) {
            return entries.values().stream()
                    .filter(e -> e.state == State.LEASED && consumer.equals(e.consumer))
                    .count();
        }

        /** In the order of delivery. */
        List<Entry> inOrder() {
            List<Entry> order = new ArrayList<>(entries.values());
            if (queue.config.priority()) {
                order.sort(Comparator.comparingInt((Entry e) -> -e.message.priority)
                        .thenComparingLong(e -> e.message.seq));
            }
            return order;
        }

        @Nullable
        Entry blocker(Entry entry) {
            return entry.message.key == null
                    ? null
                    : entries.headMap(entry.message.seq).values().stream()
                            .filter(e -> entry.message.key.equals(e.message.key) && e.holdsKey())
                            .findFirst()
                            .orElse(null);
        }
    }

    static final class Queue {
        final QueueName name;
        final QueueConfig config;
        final TreeMap<Long, Message> messages = new TreeMap<>();
        final Map<GroupName, Group> groups = new TreeMap<>();
        final Map<String, Dedup> dedup = new HashMap<>();

        /** Dead letters that came in one moment: in which order is the engine's affair. */
        final List<Message> arrivals = new ArrayList<>();

        long nextSeq;
        long enqueued;
        long duplicates;
        boolean paused;

        Queue(QueueName name, QueueConfig config, long nextSeq) {
            this.name = name;
            this.config = config;
            this.nextSeq = nextSeq;
        }

        boolean isFanout() {
            return config.mode() == QueueConfig.Mode.FANOUT;
        }

        void add(Message message, long now) {
            enqueued++;
            messages.put(message.seq, message);
            groups.values().forEach(group -> group.see(message, now));
        }

        /** Removes what every group has done. */
        void sweep() {
            Set<Long> open = new HashSet<>();
            for (Group group : groups.values()) {
                group.entries.values().stream().filter(Entry::isOpen).forEach(e -> open.add(e.message.seq));
            }
            messages.keySet().retainAll(open);
            groups.values().forEach(group -> group.entries.keySet().retainAll(open));
        }
    }

    record Dedup(MessageId id, long seq, long until) {}

    QueueModel(long now) {
        this.now = now;
    }

    Queue queue(QueueName name) {
        return java.util.Objects.requireNonNull(queues.get(name));
    }

    // ---- what becomes of a message

    void end(Entry entry, How how) {
        entry.state = State.DONE;
        entry.how = how;
    }

    /** Ready again, or scheduled, or over because its time is. */
    void giveBack(Entry entry, Redelivery reason, long at) {
        entry.reason = reason;
        entry.state = at > now ? State.SCHEDULED : State.READY;
        entry.due = at;
        expireIfOver(entry);
    }

    void expireIfOver(Entry entry) {
        if (entry.message.expiresAt <= now && (entry.state == State.READY || entry.state == State.SCHEDULED)) {
            if (entry.message.queue.config.expired() == QueueConfig.Expired.DEAD_LETTER) {
                bury(entry, Reason.TTL);
            } else {
                entry.group.count("dropped");
                end(entry, How.EXPIRED);
            }
        }
    }

    /** To the dead letters, or else as the queue says. */
    void bury(Entry entry, Reason reason) {
        QueueConfig config = entry.message.queue.config;
        if (config.deadLetter() != null) {
            move(entry, queue(config.deadLetter()), reason);
        } else if (config.exhausted() == QueueConfig.Exhausted.DROP) {
            entry.group.count("dropped");
            end(entry, How.DROPPED);
        } else {
            entry.group.count("parked");
            entry.state = State.PARKED;
        }
    }

    private void move(Entry entry, Queue to, Reason reason) {
        Message message = entry.message;
        Message copy = message.movedTo(to, null, now);
        copy.origin = new Origin(message.queue, entry.group.name, message.seq, entry.attempts, reason, message.budget);
        entry.group.count("deadLettered");
        entry.deadCopy = copy;
        end(entry, How.DROPPED);
        to.add(copy, now);
        to.arrivals.add(copy);
    }

    // ---- time

    /** The next moment at which something happens by itself. */
    long nextMoment() {
        long next = Long.MAX_VALUE;
        for (Entry entry : entries()) {
            if (entry.state == State.LEASED || entry.state == State.SCHEDULED) {
                next = Math.min(next, entry.due);
            }
            if (entry.state == State.READY || entry.state == State.SCHEDULED) {
                next = Math.min(next, entry.message.expiresAt);
            }
        }
        return next;
    }

    List<Entry> entries() {
        List<Entry> all = new ArrayList<>();
        queues.values().forEach(q -> q.groups.values().forEach(g -> all.addAll(g.entries.values())));
        return all;
    }

    void advanceTo(long moment) {
        now = moment;
        for (Entry entry : entries()) {
            if (entry.state == State.LEASED && entry.due <= now) {
                leaseOver(entry);
            } else if (entry.state == State.SCHEDULED && entry.due <= now) {
                entry.state = State.READY;
            }
            expireIfOver(entry);
        }
        sweep();
    }

    void sweep() {
        queues.values().forEach(Queue::sweep);
    }

    void leaseOver(Entry entry) {
        entry.group.count("expired");
        if (entry.isExhausted()) {
            bury(entry, Reason.LEASE_EXPIRED);
        } else {
            long backoff = entry.message.queue.config.expiryBackoff().toMillis();
            giveBack(entry, Redelivery.LEASE_EXPIRED, now + backoff);
        }
    }
}
