package dev.leat.engine;

import dev.leat.api.ConsumerName;
import dev.leat.api.Delivery.Redelivery;
import dev.leat.api.DeliveryId;
import dev.leat.api.MessageId;
import dev.leat.api.MessageInfo.State;
import dev.leat.api.NewMessage;
import dev.leat.api.Provenance.Reason;
import dev.leat.api.QueueCommand.Pop.Side;
import dev.leat.api.QueueCommand.Purge.Scope;
import dev.leat.api.QueueConfig;
import dev.leat.api.SettleResult.AlreadySettled.How;
import dev.leat.api.Settlement;
import dev.leat.engine.QueueModel.Entry;
import dev.leat.engine.QueueModel.Group;
import dev.leat.engine.QueueModel.Message;
import dev.leat.engine.QueueModel.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What can be asked of the {@link QueueModel}. What is refused comes back as the name of the rejection. */
final class QueueModelOps {
    private final QueueModel model;

    /** A delivery and the right to settle it, which ends with the next grant. */
    record Handle(Entry entry, int epoch, DeliveryId id) {}

    QueueModelOps(QueueModel model) {
        this.model = model;
    }

    // ---- enqueue

    /** Whether a message can be taken as it is. */
    static boolean isBad(Queue queue, NewMessage message) {
        return message.key() != null && (queue.config.priority() || message.delay() != null);
    }

    QueueModel.@Nullable Dedup known(Queue queue, NewMessage message) {
        QueueModel.Dedup known = message.dedupId() == null ? null : queue.dedup.get(message.dedupId());
        return known == null || known.until() <= model.now ? null : known;
    }

    /** Makes room if the queue is so configured; whether there is some. */
    boolean makeRoom(Queue queue) {
        if (queue.config.maxMessages() == 0 || queue.messages.size() < queue.config.maxMessages()) {
            return true;
        }
        if (queue.config.full() != QueueConfig.Full.DROP_OLDEST) {
            return false;
        }
        Group group = queue.groups.values().iterator().next();
        Entry oldest = group.entries.values().stream()
                .filter(e -> e.state == State.READY)
                .findFirst()
                .orElse(null);
        if (oldest != null) {
            group.count("dropped");
            model.end(oldest, How.DROPPED);
            queue.sweep();
        }
        return oldest != null;
    }

    void enqueue(Queue queue, NewMessage given, MessageId id) {
        Message message = new Message(queue, id, queue.nextSeq++, given, model.now);
        queue.add(message, model.now);
        if (given.dedupId() != null) {
            long until = model.now + queue.config.dedupWindow().toMillis();
            queue.dedup.put(given.dedupId(), new QueueModel.Dedup(id, message.seq, until));
        }
        queue.sweep();
    }

    // ---- receive

    boolean isPaused(Group group) {
        return group.paused || group.queue.paused;
    }

    /** What could be delivered if nothing but order counted. */
    List<Entry> deliverable(Group group) {
        return group.inOrder().stream()
                .filter(e -> e.state == State.READY && group.blocker(e) == null)
                .toList();
    }

    List<Entry> receive(Group group, ConsumerName consumer, int max, @Nullable Duration lease) {
        List<Entry> picked = pick(group, Math.min(max, room(group, consumer)));
        Duration length = lease == null ? group.queue.config.lease() : lease;
        picked.forEach(entry -> grant(entry, consumer, length.toMillis()));
        return picked;
    }

    private static int room(Group group, ConsumerName consumer) {
        QueueConfig config = group.queue.config;
        long ofGroup = config.maxLeases() == 0 ? Integer.MAX_VALUE : config.maxLeases() - group.in(State.LEASED);
        long ofOne = config.maxLeasesPerConsumer() == 0
                ? Integer.MAX_VALUE
                : config.maxLeasesPerConsumer() - group.heldBy(consumer);
        return (int) Math.max(0, Math.min(ofGroup, ofOne));
    }

    private List<Entry> pick(Group group, int max) {
        return isPaused(group)
                ? List.of()
                : deliverable(group).stream().limit(max).toList();
    }

    private void grant(Entry entry, ConsumerName consumer, long lease) {
        entry.group.count("delivered");
        entry.state = State.LEASED;
        entry.attempts++;
        entry.epoch++;
        entry.fenced = false;
        entry.consumer = consumer;
        entry.lease = lease;
        entry.heldSince = model.now;
        entry.due = model.now + lease;
    }

    /** One after the other, so that a key is free for the next of them. */
    List<Entry> pop(Group group, int max, Side side) {
        List<Entry> popped = new ArrayList<>();
        while (popped.size() < max) {
            List<Entry> all = isPaused(group) ? List.of() : deliverable(group);
            if (all.isEmpty()) {
                break;
            }
            Entry entry = all.get(side == Side.HEAD ? 0 : all.size() - 1);
            grant(entry, ConsumerName.of("nobody"), 0);
            group.count("acked");
            model.end(entry, How.ACKED);
            popped.add(entry);
        }
        group.queue.sweep();
        return popped;
    }

    /** @param taken which of those that can be are taken, if there are more than are taken at once */
    List<Entry> claim(Group group, ConsumerName consumer, Duration minIdle, Duration lease, Predicate<Entry> taken) {
        List<Entry> claimed = new ArrayList<>();
        for (Entry entry : group.inOrder()) {
            if (entry.state == State.LEASED && model.now - entry.heldSince >= minIdle.toMillis()) {
                if (entry.isExhausted()) {
                    entry.fenced = true;
                    model.bury(entry, Reason.LEASE_EXPIRED);
                } else if (taken.test(entry)) {
                    entry.reason = Redelivery.CLAIMED;
                    grant(entry, consumer, lease.toMillis());
                    claimed.add(entry);
                }
            }
        }
        model.sweep();
        return claimed;
    }

    // ---- settle

    /** The answer, in words that leave open what nobody can know. */
    String settle(Handle handle, Settlement settlement) {
        Entry entry = handle.entry();
        if (entry.forgotten) {
            return "Nothing";
        }
        boolean current = handle.epoch() == entry.epoch && !entry.fenced;
        String answer = settlement instanceof Settlement.Ack
                ? ack(entry, current)
                : !current || entry.state != State.LEASED
                        ? lost(entry)
                        : switch (settlement) {
                            case Settlement.Nack nack -> nack(entry, nack.delay());
                            case Settlement.Release release -> release(entry, release.delay());
                            case Settlement.Reject reject -> reject(entry);
                            case Settlement.Extend extend -> extend(entry, extend.lease());
                            case Settlement.Ack ack -> throw new AssertionError();
                        };
        model.sweep();
        return answer;
    }

    private static String lost(Entry entry) {
        return entry.deadCopy == null ? "LeaseLost" : "LeaseLost DEAD " + entry.deadCopy.queue.name;
    }

    private String ack(Entry entry, boolean current) {
        if (entry.deadCopy != null) {
            return lost(entry);
        }
        if (entry.state == State.DONE) {
            return "AlreadySettled " + entry.how;
        }
        if (!current || (entry.state != State.LEASED && entry.message.queue.config.strictLease())) {
            return lost(entry);
        }
        boolean late = entry.state != State.LEASED;
        entry.group.count("acked");
        model.end(entry, How.ACKED);
        return "Acked " + late;
    }

    private String nack(Entry entry, @Nullable Duration delay) {
        entry.group.count("nacked");
        entry.fenced = true;
        if (entry.isExhausted()) {
            model.bury(entry, Reason.ATTEMPTS_EXHAUSTED);
            return buried(entry);
        }
        Duration wait =
                delay == null ? entry.message.queue.config.retryBackoff().after(entry.attempts) : delay;
        return requeue(entry, Redelivery.NACKED, wait);
    }

    private String requeue(Entry entry, Redelivery why, Duration wait) {
        model.giveBack(entry, why, model.now + wait.toMillis());
        boolean over = entry.state != State.READY && entry.state != State.SCHEDULED;
        return over ? buried(entry) : "Requeued " + (model.now + wait.toMillis());
    }

    private static String buried(Entry entry) {
        return entry.deadCopy != null
                ? "DeadLettered " + entry.deadCopy.queue.name + " " + entry.message.id
                : entry.state == State.PARKED ? "Parked" : "Dropped";
    }

    private String release(Entry entry, @Nullable Duration delay) {
        entry.group.count("released");
        entry.releases++;
        entry.fenced = true;
        if (entry.releases <= entry.message.queue.config.maxReleases()) {
            entry.attempts--;
        } else if (entry.isExhausted()) {
            model.bury(entry, Reason.ATTEMPTS_EXHAUSTED);
            return buried(entry);
        }
        return requeue(entry, Redelivery.RELEASED, delay == null ? Duration.ZERO : delay);
    }

    private String reject(Entry entry) {
        entry.group.count("rejected");
        entry.fenced = true;
        model.bury(entry, Reason.REJECTED);
        return buried(entry);
    }

    private String extend(Entry entry, Duration lease) {
        entry.lease = lease.toMillis();
        entry.heldSince = model.now;
        entry.due = model.now + entry.lease;
        return "Extended " + entry.due;
    }

    // ---- administration

    String cancel(Queue queue, Message message, boolean force) {
        if (queue.messages.get(message.seq) != message) {
            return "MessageNotFound";
        }
        List<Entry> open = openEntries(queue, null).stream()
                .filter(e -> e.message == message)
                .toList();
        if (!force && open.stream().anyMatch(e -> e.state == State.LEASED)) {
            return "InUse";
        }
        open.forEach(entry -> model.end(entry, How.CANCELLED));
        queue.sweep();
        return "Cancelled";
    }

    List<Entry> openEntries(Queue queue, @Nullable Group only) {
        List<Entry> open = new ArrayList<>();
        for (Group group : queue.groups.values()) {
            if (only == null || only == group) {
                group.entries.values().stream().filter(Entry::isOpen).forEach(open::add);
            }
        }
        return open;
    }

    /** Returns how many messages it ended in some group. */
    long purge(Queue queue, Scope scope, @Nullable Group only) {
        List<Entry> meant = openEntries(queue, only).stream()
                .filter(e -> switch (scope) {
                    case ALL -> true;
                    case READY -> e.state == State.READY || e.state == State.SCHEDULED;
                    case DEAD -> e.state == State.PARKED;
                })
                .toList();
        meant.forEach(entry -> model.end(entry, How.PURGED));
        queue.sweep();
        return meant.stream().map(e -> e.message.seq).distinct().count();
    }

    Group createGroup(Queue queue, Group group) {
        queue.groups.put(group.name, group);
        group.sought = true;
        queue.messages.values().forEach(message -> group.see(message, model.now));
        group.entries.values().forEach(model::expireIfOver);
        queue.sweep();
        return group;
    }

    void forget(Group group) {
        group.entries.values().forEach(entry -> entry.forgotten = true);
        group.entries.clear();
    }

    void seek(Group group, long from) {
        forget(group);
        group.from = from;
        createGroup(group.queue, group);
    }

    void deleteGroup(Group group) {
        forget(group);
        group.queue.groups.remove(group.name);
        group.queue.sweep();
    }

    /** Every dead letter that nobody works on goes back to where it comes from; returns how many. */
    long redrive(Queue queue) {
        long moved = 0;
        for (Entry entry : queue.groups.values().iterator().next().inOrder()) {
            QueueModel.Origin origin = entry.message.origin;
            if (entry.isOpen() && entry.state != State.LEASED && origin != null) {
                Queue home = origin.queue();
                Message back = entry.message.movedTo(home, origin.budget(), model.now);
                back.livesFrom(model.now);
                back.only = home.isFanout() ? Set.of(origin.group()) : Set.of();
                home.add(back, model.now);
                entry.forgotten = true;
                model.end(entry, How.DROPPED);
                moved++;
            }
        }
        model.sweep();
        return moved;
    }
}
