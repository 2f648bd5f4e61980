package dev.leat.engine.model;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery.Redelivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo.State;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance.Reason;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.SettleResult.AlreadySettled.How;
import dev.leat.api.queue.Settlement;
import dev.leat.engine.model.QueueModel.Ended;
import dev.leat.engine.model.QueueModel.Entry;
import dev.leat.engine.model.QueueModel.Group;
import dev.leat.engine.model.QueueModel.Message;
import dev.leat.engine.model.QueueModel.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What can be asked of the {@link QueueModel}. What is refused comes back as the name of the rejection. */
final class QueueModelOps {
    private final QueueModel model;
    private long grants;

    /** A delivery and the right to settle it, which ends with the next grant. */
    record Handle(Group group, Message message, long epoch, DeliveryId id) {}

    /** @param throttled whether there would have been more, but for a limit or a pause */
    record Haul(List<Entry> entries, boolean throttled) {}

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

    /** Makes room if the queue is so configured: whoever is ready longest goes. Returns whether there is enough. */
    boolean makeRoom(Queue queue, int messages, long bytes) {
        List<Message> victims = new ArrayList<>();
        long freed = 0;
        for (Message oldest : queue.messages.values()) {
            if (queue.fits(messages - victims.size(), bytes - freed)
                    || queue.config.full() != QueueConfig.Full.DROP_OLDEST) {
                break;
            }
            if (entries(queue, null).stream().noneMatch(e -> e.message == oldest && e.state != State.READY)) {
                victims.add(oldest);
                freed += oldest.text.length();
            }
        }
        boolean enough = queue.fits(messages - victims.size(), bytes - freed);
        if (enough) {
            entries(queue, null).stream()
                    .filter(e -> victims.contains(e.message))
                    .forEach(e -> model.drop(e, How.DROPPED));
            queue.sweep();
        }
        return enough;
    }

    void enqueue(Queue queue, NewMessage given, MessageId id) {
        Message message = new Message(queue, id, given, model.now);
        queue.add(message, model.now);
        if (given.dedupId() != null) {
            long until = model.now + queue.config.dedupWindow().toMillis();
            queue.dedup.put(given.dedupId(), new QueueModel.Dedup(id, message.seq, until));
        }
    }

    // ---- receive

    Haul receive(Group group, ConsumerName consumer, int max, @Nullable Duration lease, QueueSide side) {
        List<Entry> could = side == QueueSide.HEAD ? pick(group, max) : pickLast(group, max);
        int room = group.isPaused()
                ? 0
                : Math.min(ownRoom(group, consumer), room(group.queue.config.maxLeases(), group.in(State.LEASED)));
        List<Entry> picked = could.subList(0, Math.min(room, could.size()));
        Duration length = lease == null ? group.queue.config.lease() : lease;
        picked.forEach(entry -> grant(entry, consumer, length.toMillis()));
        return new Haul(picked, could.size() > picked.size());
    }

    private static int ownRoom(Group group, ConsumerName consumer) {
        long own = group.entries.values().stream()
                .filter(e -> e.state == State.LEASED && consumer.equals(e.consumer))
                .count();
        return room(group.queue.config.maxLeasesPerConsumer(), own);
    }

    private static int room(int most, long used) {
        return most == 0 ? Integer.MAX_VALUE : (int) Math.max(0, most - used);
    }

    /** In order; of a key, those that nobody holds back but such as are picked at the same time. */
    private static List<Entry> pick(Group group, int max) {
        List<Entry> picked = new ArrayList<>();
        for (Entry entry : group.inOrder()) {
            List<Entry> before = group.blockers(entry);
            boolean free = before.size() < group.queue.config.keyBatch() && picked.containsAll(before);
            if (picked.size() < max && entry.state == State.READY && free) {
                picked.add(entry);
            }
        }
        return picked;
    }

    /** The last first; of a key only the one that nobody holds back. */
    private static List<Entry> pickLast(Group group, int max) {
        List<Entry> could = deliverable(group).reversed();
        return could.subList(0, Math.min(max, could.size()));
    }

    private void grant(Entry entry, ConsumerName consumer, long lease) {
        entry.group.count("delivered");
        entry.state = State.LEASED;
        entry.attempts++;
        entry.epoch = ++grants;
        entry.consumer = consumer;
        entry.lease = lease;
        entry.heldSince = model.now;
        entry.first = entry.first == 0 ? model.now : entry.first;
        entry.last = model.now;
        entry.due = model.now + lease;
    }

    /** One after the other, so that a key is free for the next of them. */
    Haul pop(Group group, int max, QueueSide side) {
        List<Entry> popped = new ArrayList<>();
        boolean paused = group.isPaused();
        List<Entry> could = deliverable(group);
        while (!paused && popped.size() < max && !could.isEmpty()) {
            Entry entry = could.get(side == QueueSide.HEAD ? 0 : could.size() - 1);
            grant(entry, ConsumerName.of("pop"), 0);
            group.count("acked");
            model.end(entry, How.ACKED);
            popped.add(entry);
            could = deliverable(group);
        }
        group.queue.sweep();
        return new Haul(popped, paused && !could.isEmpty());
    }

    private static List<Entry> deliverable(Group group) {
        return group.inOrder().stream()
                .filter(e -> e.state == State.READY && group.blockers(e).isEmpty())
                .toList();
    }

    /** @param taken which of those that can be are taken, if not all of them are known yet */
    Haul claim(Group group, ConsumerName consumer, int max, Duration minIdle, Duration lease, Predicate<Entry> taken) {
        List<Entry> claimed = new ArrayList<>();
        int most = group.isPaused() ? 0 : Math.min(max, ownRoom(group, consumer));
        boolean more = false;
        for (Entry entry : group.inOrder()) {
            boolean idle = entry.state == State.LEASED && model.now - entry.heldSince >= minIdle.toMillis();
            if (idle && claimed.size() >= most) {
                more = true;
                break;
            } else if (idle && entry.isExhausted()) {
                fail(entry, "claimed", null, null);
                model.bury(entry, Reason.ATTEMPTS_EXHAUSTED);
            } else if (idle && taken.test(entry)) {
                fail(entry, "claimed", null, null);
                entry.redelivery = Redelivery.CLAIMED;
                grant(entry, consumer, lease.toMillis());
                claimed.add(entry);
            }
        }
        group.queue.sweep();
        return new Haul(claimed, more && most < max);
    }

    // ---- settle

    /** The answer; a question mark at its end says that it may be forgotten by now. */
    String settle(Handle handle, Settlement settlement) {
        Entry entry = handle.group().entries.get(handle.message().seq);
        boolean ack = settlement instanceof Settlement.Ack;
        String answer;
        if (entry == null) {
            answer = over(handle, settlement);
        } else if (entry.epoch != handle.epoch() || (entry.state != State.LEASED && !(ack && isLenient(entry)))) {
            answer = "LeaseLost " + entry.state;
        } else {
            answer = switch (settlement) {
                case Settlement.Ack done -> ack(entry);
                case Settlement.Nack nack -> nack(entry, nack);
                case Settlement.Release release -> release(entry, release.delay());
                case Settlement.Reject reject -> reject(entry, reject);
                case Settlement.Extend extend -> extend(entry, extend.lease());
            };
        }
        model.queues.values().forEach(Queue::sweep);
        return answer;
    }

    private static boolean isLenient(Entry entry) {
        return !entry.message.queue.config.strictLease();
    }

    /** The group has done it, or has nothing to do with it any more. */
    private String over(Handle handle, Settlement settlement) {
        Ended ended = handle.group().ended.get(handle.message().seq);
        Message copy = ended == null ? null : ended.copy();
        boolean ack = settlement instanceof Settlement.Ack;
        String unsure = ended == null || ended.sure() ? "" : "?";
        if (copy != null) {
            return settlement instanceof Settlement.Ack(DeliveryId id, boolean evenIfDead) && evenIfDead
                    ? exhume(copy)
                    : "LeaseLost DEAD " + copy.queue.name + " " + copy.id + unsure;
        }
        return !ack ? "LeaseLost DONE" : "AlreadySettled " + (ended == null ? How.UNKNOWN : ended.how()) + unsure;
    }

    /** The work is done after all: the dead letter goes, whoever has it. */
    private String exhume(Message copy) {
        if (copy.queue.messages.get(copy.seq) != copy) {
            return "AlreadySettled UNKNOWN";
        }
        entries(copy.queue, null).stream().filter(e -> e.message == copy).forEach(this::acked);
        return "Acked true";
    }

    private void acked(Entry entry) {
        entry.group.count("acked");
        model.end(entry, How.ACKED);
    }

    private String ack(Entry entry) {
        acked(entry);
        return "Acked " + (entry.state != State.LEASED);
    }

    /** The attempt counts, and its delivery can settle nothing any more. */
    private void fail(Entry entry, String outcome, @Nullable String reason, @Nullable String error) {
        entry.failed(outcome, reason, error, model.now);
        entry.epoch = 0;
    }

    private String nack(Entry entry, Settlement.Nack nack) {
        entry.group.count("nacked");
        fail(entry, "nacked", nack.reason(), nack.error());
        return retry(
                entry,
                Redelivery.NACKED,
                nack.delay() == null ? entry.message.queue.config.retryBackoff().after(entry.attempts) : nack.delay());
    }

    private String retry(Entry entry, Redelivery why, Duration wait) {
        return entry.isExhausted()
                ? model.bury(entry, Reason.ATTEMPTS_EXHAUSTED)
                : model.giveBack(entry, why, model.now + wait.toMillis());
    }

    private String release(Entry entry, @Nullable Duration delay) {
        entry.group.count("released");
        entry.releases++;
        entry.epoch = 0;
        entry.attempts -= entry.releases <= entry.message.queue.config.maxReleases() ? 1 : 0;
        if (entry.isExhausted()) {
            fail(entry, "released", null, null);
        }
        return retry(entry, Redelivery.RELEASED, delay == null ? Duration.ZERO : delay);
    }

    private String reject(Entry entry, Settlement.Reject reject) {
        entry.group.count("rejected");
        fail(entry, "rejected", reject.reason(), reject.error());
        return model.bury(entry, Reason.REJECTED);
    }

    private String extend(Entry entry, Duration lease) {
        if (lease.isZero()) {
            entry.group.count("released");
            fail(entry, "released", null, null);
            return retry(entry, Redelivery.RELEASED, lease);
        }
        entry.lease = lease.toMillis();
        entry.heldSince = model.now;
        entry.due = model.now + entry.lease;
        return "Extended " + entry.due;
    }

    // ---- administration

    List<Entry> entries(Queue queue, @Nullable Group only) {
        List<Entry> open = new ArrayList<>();
        queue.groups.values().stream()
                .filter(group -> only == null || only == group)
                .forEach(group -> open.addAll(group.entries.values()));
        return open;
    }

    String cancel(Queue queue, Message message, boolean force) {
        List<Entry> open =
                entries(queue, null).stream().filter(e -> e.message == message).toList();
        if (!force && open.stream().anyMatch(e -> e.state == State.LEASED)) {
            return "InUse";
        }
        open.forEach(entry -> model.end(entry, How.CANCELLED));
        queue.sweep();
        return "Cancelled";
    }

    /** Returns how many messages went; if it is about one group, how many it has no more. */
    long purge(Queue queue, PurgeScope scope, @Nullable Group only) {
        long before = queue.messages.size();
        List<Entry> meant = entries(queue, only).stream()
                .filter(e -> switch (scope) {
                    case ALL -> true;
                    case READY -> e.state == State.READY || e.state == State.SCHEDULED;
                    case DEAD -> e.state == State.PARKED;
                })
                .toList();
        meant.forEach(entry -> model.end(entry, How.PURGED));
        queue.sweep();
        return only == null ? before - queue.messages.size() : meant.size();
    }

    void createGroup(Queue queue, Group group) {
        queue.groups.put(group.name, group);
        group.sought = true;
        queue.messages.values().forEach(message -> group.see(message, model.now));
        queue.sweep();
    }

    /** What was delivered before can settle nothing any more. */
    private static void forget(Group group) {
        group.entries.clear();
        group.ended.clear();
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
}
