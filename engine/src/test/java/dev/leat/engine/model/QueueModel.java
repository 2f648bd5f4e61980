package dev.leat.engine.model;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery.Redelivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo.State;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.Provenance.Reason;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.SettleResult.AlreadySettled.How;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
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
 * What queues do, in the most obvious way: a list of messages, and for each group an entry for each message that it has to work
 * off. Time moves only when it is told to, and then everything that is due happens at that moment. {@link QueueModelOps} has the
 * operations.
 */
final class QueueModel {
    final Map<QueueName, Queue> queues = new LinkedHashMap<>();
    long now;

    /** Whether there was a restart, after which not every old ending is known. */
    boolean restarted;

    /** Whether messages went from one queue to another lately: they come one by one. */
    boolean moved;

    QueueModel(long now) {
        this.now = now;
    }

    /** A message; a copy among dead letters, or one that came back, is another one with the same id. */
    static final class Message {
        final Queue queue;
        final MessageId id;
        final String text;
        final @Nullable String key;
        final int priority;
        final @Nullable Integer budget;
        final @Nullable Duration ttl;
        final long enqueuedAt;
        long seq;
        long notBefore;
        long expiresAt;
        Set<GroupName> only = Set.of();

        /** Where it comes from, if it is a dead letter. */
        @Nullable
        Origin origin;

        Message(Queue queue, MessageId id, NewMessage given, long now) {
            this.queue = queue;
            this.id = id;
            this.text = new String(given.payload(), StandardCharsets.UTF_8);
            this.key = given.key();
            this.priority = given.priority();
            this.budget = given.maxAttempts();
            this.ttl = given.ttl();
            this.enqueuedAt = now;
            this.seq = queue.nextSeq++;
            this.notBefore = given.delay() == null ? 0 : now + given.delay().toMillis();
            this.expiresAt = expiry(now);
            this.only = given.groups();
        }

        /**
         * The same in another queue, without a delay. Among dead letters it has the budget and the time of their queue; its own come
         * back with it.
         */
        Message(Queue queue, Message before, int priority, @Nullable Origin origin, long now) {
            this.queue = queue;
            this.id = before.id;
            this.text = before.text;
            this.key = before.key;
            this.priority = priority;
            this.budget = before.budget;
            this.ttl = before.ttl;
            this.enqueuedAt = now;
            this.seq = queue.nextSeq++;
            this.origin = origin;
            this.expiresAt = expiry(now);
        }

        private long expiry(long now) {
            Duration time = ttl == null || origin != null ? queue.config.ttl() : ttl;
            return time == null ? Long.MAX_VALUE : now + time.toMillis();
        }

        int maxAttempts() {
            return budget == null || origin != null ? queue.config.maxAttempts() : budget;
        }
    }

    /** Where a dead letter comes from: how it stood there when it ended. */
    record Origin(Entry entry, Reason reason) {}

    /** How a message stands in a group that has not settled it. */
    static final class Entry {
        final Message message;
        final Group group;
        final List<Provenance.Attempt> history = new ArrayList<>();
        State state;
        int attempts;
        int releases;
        long due;
        long lease;
        long heldSince;
        long first;
        long last;

        /** The number of the grant that may settle it; 0 for none. */
        long epoch;

        @Nullable
        ConsumerName consumer;

        @Nullable
        Redelivery redelivery;

        Entry(Message message, Group group, long now) {
            this.message = message;
            this.group = group;
            this.state = message.notBefore > now ? State.SCHEDULED : State.READY;
            this.due = message.notBefore;
        }

        boolean isExhausted() {
            return message.maxAttempts() > 0 && attempts >= message.maxAttempts();
        }

        boolean holdsKey() {
            return state != State.PARKED || message.queue.config.parkHoldsKey();
        }

        void failed(String outcome, @Nullable String reason, @Nullable String error, long now) {
            ConsumerName by = java.util.Objects.requireNonNull(consumer);
            history.add(new Provenance.Attempt(attempts, by, Instant.ofEpochMilli(now), outcome, reason, error));
            if (history.size() > Provenance.MAX_HISTORY) {
                history.remove(0);
            }
        }
    }

    /**
     * How a message ended for a group.
     *
     * @param copy what it became among the dead letters
     * @param sure whether the engine has to know it still
     */
    record Ended(How how, @Nullable Message copy, boolean sure) {}

    static final class Group {
        final Queue queue;
        final GroupName name;
        final String start;
        final TreeMap<Long, Entry> entries = new TreeMap<>();
        final Map<Long, Ended> ended = new HashMap<>();
        final Map<String, Long> counters = new HashMap<>();
        long from;
        boolean paused;

        /** Whether messages were there before it; the engine may know of them only when their turn comes. */
        boolean sought;

        Group(Queue queue, GroupName name, String start, long from) {
            this.queue = queue;
            this.name = name;
            this.start = start;
            this.from = from;
        }

        void count(String counter) {
            counters.merge(counter, 1L, Long::sum);
            queue.counted.merge(counter, 1L, Long::sum);
        }

        void see(Message message, long now) {
            boolean meant = message.only.isEmpty() || message.only.contains(name);
            if (message.seq >= from && meant && message.expiresAt > now) {
                entries.put(message.seq, new Entry(message, this, now));
            }
        }

        long in(State state) {
            return entries.values().stream().filter(e -> e.state == state).count();
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

        boolean isPaused() {
            return paused || queue.paused;
        }

        /** Those before it that hold its key, the first first. */
        List<Entry> blockers(Entry entry) {
            String key = entry.message.key;
            return key == null || queue.config.priority()
                    ? List.of()
                    : entries.headMap(entry.message.seq).values().stream()
                            .filter(e -> key.equals(e.message.key) && e.holdsKey())
                            .toList();
        }
    }

    static final class Queue {
        final QueueName name;
        final QueueConfig config;
        final TreeMap<Long, Message> messages = new TreeMap<>();
        final Map<GroupName, Group> groups = new TreeMap<>();
        final Map<String, Dedup> dedup = new HashMap<>();

        /** What all groups counted since the start, those that are gone included. */
        final Map<String, Long> counted = new HashMap<>();

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

        long bytes() {
            return messages.values().stream()
                    .mapToLong(m -> m.text.getBytes(StandardCharsets.UTF_8).length)
                    .sum();
        }

        boolean fits(long more, long moreBytes) {
            return (config.maxMessages() == 0 || messages.size() + more <= config.maxMessages())
                    && (config.maxBytes() == 0 || bytes() + moreBytes <= config.maxBytes());
        }

        void add(Message message, long now) {
            enqueued++;
            messages.put(message.seq, message);
            groups.values().forEach(group -> group.see(message, now));
        }

        /** Removes what no group has to work off. */
        void sweep() {
            Set<Long> open = new HashSet<>();
            groups.values().forEach(group -> open.addAll(group.entries.keySet()));
            messages.keySet().retainAll(open);
        }
    }

    record Dedup(MessageId id, long seq, long until) {}

    Queue queue(QueueName name) {
        return java.util.Objects.requireNonNull(queues.get(name));
    }

    // ---- what becomes of a message

    void end(Entry entry, How how) {
        end(entry, new Ended(how, null, how != How.ACKED || !restarted));
    }

    private static void end(Entry entry, Ended ended) {
        entry.group.entries.remove(entry.message.seq);
        entry.group.ended.put(entry.message.seq, ended);
    }

    /** Ready again, or scheduled, or over because its time is. Returns what became of it. */
    String giveBack(Entry entry, Redelivery why, long at) {
        entry.redelivery = why;
        entry.state = at > now ? State.SCHEDULED : State.READY;
        entry.due = at;
        return isOver(entry) ? expire(entry) : "Requeued " + at;
    }

    private boolean isOver(Entry entry) {
        return entry.message.expiresAt <= now && (entry.state == State.READY || entry.state == State.SCHEDULED);
    }

    private String expire(Entry entry) {
        return entry.message.queue.config.expired() == QueueConfig.Expired.DEAD_LETTER
                ? bury(entry, Reason.TTL)
                : drop(entry, How.EXPIRED);
    }

    String drop(Entry entry, How how) {
        entry.group.count("dropped");
        end(entry, how);
        return "Dropped";
    }

    /** To the dead letters, or else as the queue says. Returns what became of it. */
    String bury(Entry entry, Reason reason) {
        QueueConfig config = entry.message.queue.config;
        if (config.deadLetter() != null) {
            return move(entry, queue(config.deadLetter()), reason);
        }
        if (config.exhausted() == QueueConfig.Exhausted.DROP) {
            return drop(entry, How.DROPPED);
        }
        entry.group.count("parked");
        entry.state = State.PARKED;
        return "Parked";
    }

    private String move(Entry entry, Queue to, Reason reason) {
        Message message = entry.message;
        Message copy = new Message(to, message, message.priority, new Origin(entry, reason), now);
        entry.group.count("deadLettered");
        end(entry, new Ended(How.UNKNOWN, copy, true));
        to.add(copy, now);
        to.arrivals.add(copy);
        moved = true;
        return "DeadLettered " + to.name + " " + message.id;
    }

    // ---- time

    List<Entry> entries() {
        List<Entry> all = new ArrayList<>();
        queues.values().forEach(q -> q.groups.values().forEach(g -> all.addAll(g.entries.values())));
        return all;
    }

    /** The next moment at which something happens by itself. */
    long nextMoment() {
        long next = Long.MAX_VALUE;
        for (Entry entry : entries()) {
            boolean leased = entry.state == State.LEASED;
            if (leased || entry.state == State.SCHEDULED) {
                next = Math.min(next, entry.due);
            }
            if (!leased && entry.state != State.PARKED) {
                next = Math.min(next, entry.message.expiresAt);
            }
        }
        return next;
    }

    void advanceTo(long moment) {
        now = moment;
        for (Entry entry : entries()) {
            if (entry.state == State.LEASED && entry.due <= now) {
                leaseOver(entry);
            } else if (entry.state == State.SCHEDULED && entry.due <= now) {
                entry.state = State.READY;
            }
        }
        expireAll();
    }

    /** Ends what nobody has and whose time is over. */
    void expireAll() {
        entries().stream().filter(this::isOver).forEach(this::expire);
        queues.values().forEach(Queue::sweep);
    }

    private void leaseOver(Entry entry) {
        entry.group.count("expired");
        entry.failed("expired", null, null, now);
        if (entry.isExhausted()) {
            bury(entry, Reason.LEASE_EXPIRED);
        } else {
            long backoff = entry.message.queue.config.expiryBackoff().toMillis();
            giveBack(entry, Redelivery.LEASE_EXPIRED, now + backoff);
        }
    }
}
