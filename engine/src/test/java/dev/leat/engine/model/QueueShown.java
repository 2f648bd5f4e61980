package dev.leat.engine.model;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.EnqueueEachResult;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStats;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageInfo.State;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.SettleResult;
import dev.leat.engine.model.QueueModel.Entry;
import dev.leat.engine.model.QueueModel.Group;
import dev.leat.engine.model.QueueModel.Message;
import dev.leat.engine.model.QueueModel.Origin;
import dev.leat.engine.model.QueueModel.Queue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the engine and the model say, in the same words, so that they can be compared. */
final class QueueShown {
    private static final String DELIVERY = "%d %s %s #%d of %d key %s priority %d at %d %s %s%s";
    private static final String MESSAGE = "%d %s %s key %s priority %d at %d not before %d expires %d%s";
    private static final String STANDING = " | %s %s #%d -%d %d %s blocked by %s %s";
    private static final List<String> COUNTERS = List.of(
            "delivered", "acked", "nacked", "released", "rejected", "expired", "deadLettered", "parked", "dropped");

    private QueueShown() {}

    // ---- answers

    static String delivery(Delivery d, boolean leased) {
        return DELIVERY.formatted(
                d.seq(),
                d.messageId(),
                d.text(),
                d.attempt(),
                d.maxAttempts(),
                d.key(),
                d.priority(),
                d.enqueuedAt().toEpochMilli(),
                d.redeliveryReason(),
                leased ? "until " + d.leaseUntil().toEpochMilli() : "",
                provenance(d.provenance()));
    }

    static String delivery(Entry e, boolean leased) {
        Message m = e.message;
        return DELIVERY.formatted(
                m.seq,
                m.id,
                m.text,
                e.attempts,
                m.maxAttempts(),
                m.key,
                priority(m),
                m.enqueuedAt,
                e.redelivery,
                leased ? "until " + e.due : "",
                provenance(provenance(m)));
    }

    private static int priority(Message message) {
        return message.queue.config.priority() ? message.priority : NewMessage.DEFAULT_PRIORITY;
    }

    private static String provenance(@Nullable Provenance provenance) {
        return provenance == null ? "" : " from " + provenance;
    }

    private static @Nullable Provenance provenance(Message message) {
        if (message.origin == null) {
            return null;
        }
        Origin origin = message.origin;
        Entry e = origin.entry();
        Provenance.Attempt last = e.history.isEmpty() ? null : e.history.get(e.history.size() - 1);
        return new Provenance(
                e.message.queue.name,
                e.group.name,
                e.message.id,
                e.message.seq,
                Instant.ofEpochMilli(e.message.enqueuedAt),
                moment(e.first),
                moment(e.last),
                e.attempts,
                e.releases,
                origin.reason(),
                last == null ? null : last.error() == null ? last.reason() : last.error(),
                e.consumer,
                e.history,
                1);
    }

    private static @Nullable Instant moment(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    static String settled(SettleResult result) {
        return switch (result) {
            case SettleResult.Acked acked -> "Acked " + acked.late();
            case SettleResult.AlreadySettled already -> "AlreadySettled " + already.how();
            case SettleResult.Requeued requeued ->
                "Requeued " + requeued.readyAt().toEpochMilli();
            case SettleResult.DeadLettered dead -> "DeadLettered " + dead.queue() + " " + dead.messageId();
            case SettleResult.Parked parked -> "Parked";
            case SettleResult.Dropped dropped -> "Dropped";
            case SettleResult.Extended extended ->
                "Extended " + extended.leaseUntil().toEpochMilli();
            case SettleResult.Refused refused -> rejection(refused.rejection());
        };
    }

    static String rejection(@Nullable Rejection rejection) {
        return rejection == null
                ? "no answer"
                : rejection instanceof Rejection.LeaseLost lost
                        ? "LeaseLost " + lost.state()
                                + (lost.deadLetter() == null ? "" : " " + lost.deadLetter() + " " + lost.messageId())
                        : rejection.getClass().getSimpleName();
    }

    static String refusal(EnqueueEachResult result) {
        return rejection(result instanceof EnqueueRefusal refused ? refused.rejection() : null);
    }

    static String message(NewMessage m) {
        return new String(m.payload(), StandardCharsets.UTF_8)
                + (m.key() == null ? "" : " key " + m.key())
                + (m.priority() == NewMessage.DEFAULT_PRIORITY ? "" : " priority " + m.priority())
                + (m.delay() == null ? "" : " delay " + m.delay())
                + (m.ttl() == null ? "" : " ttl " + m.ttl())
                + (m.dedupId() == null ? "" : " dedup " + m.dedupId())
                + (m.maxAttempts() == null ? "" : " attempts " + m.maxAttempts())
                + (m.groups().isEmpty() ? "" : " groups " + m.groups());
    }

    // ---- states

    /** @param keys whether it is told who holds back whom */
    static String message(MessageInfo info, boolean keys) {
        StringBuilder text = new StringBuilder(MESSAGE.formatted(
                info.seq(),
                info.messageId(),
                new String(info.payload(), StandardCharsets.UTF_8),
                info.key(),
                info.priority(),
                info.enqueuedAt().toEpochMilli(),
                millis(info.notBefore()),
                millis(info.expiresAt()),
                provenance(info.provenance())));
        for (MessageInfo.InGroup g : info.groups()) {
            if (g.state() != State.DONE && g.state() != State.DEAD) {
                text.append(STANDING.formatted(
                        g.group(),
                        g.state() == State.BLOCKED && !keys ? State.READY : g.state(),
                        g.attempts(),
                        g.releases(),
                        millis(g.due()),
                        g.consumer(),
                        keys ? g.blockedBy() : null,
                        g.history()));
            }
        }
        return text.toString();
    }

    private static long millis(@Nullable Instant moment) {
        return moment == null ? 0 : moment.toEpochMilli();
    }

    static String message(Message message, boolean keys) {
        StringBuilder text = new StringBuilder(MESSAGE.formatted(
                message.seq,
                message.id,
                message.text,
                message.key,
                priority(message),
                message.enqueuedAt,
                message.notBefore > message.enqueuedAt ? message.notBefore : 0,
                message.expiresAt == Long.MAX_VALUE ? 0 : message.expiresAt,
                provenance(provenance(message))));
        for (Group group : message.queue.groups.values()) {
            Entry entry = group.entries.get(message.seq);
            if (entry != null) {
                text.append(standing(entry, keys));
            }
        }
        return text.toString();
    }

    private static String standing(Entry e, boolean keys) {
        boolean leased = e.state == State.LEASED;
        List<Entry> before = keys && e.state == State.READY ? e.group.blockers(e) : List.of();
        return STANDING.formatted(
                e.group.name,
                before.isEmpty() ? e.state : State.BLOCKED,
                e.attempts,
                e.releases,
                leased || e.state == State.SCHEDULED ? e.due : 0,
                leased ? e.consumer : null,
                before.isEmpty() ? null : before.get(0).message.id,
                e.history);
    }

    /** @param vague whether what is scheduled may count as ready, and when the oldest came may not be known */
    static String group(GroupInfo g, boolean vague) {
        GroupStats c = g.counters();
        return group(
                        g.group(),
                        vague ? g.ready() + g.scheduled() : g.ready(),
                        vague ? 0 : g.scheduled(),
                        g.leased(),
                        g.parked(),
                        g.dead(),
                        vague ? 0 : millis(g.oldest()),
                        g.paused(),
                        g.waiters())
                + List.of(
                        c.delivered(),
                        c.acked(),
                        c.nacked(),
                        c.released(),
                        c.rejected(),
                        c.expired(),
                        c.deadLettered(),
                        c.parked(),
                        c.dropped());
    }

    static String group(Group g, boolean vague, long waiters) {
        long scheduled = g.in(State.SCHEDULED);
        boolean known = !vague && !g.entries.isEmpty();
        return group(
                        g.name,
                        g.in(State.READY) + (vague ? scheduled : 0),
                        vague ? 0 : scheduled,
                        g.in(State.LEASED),
                        g.in(State.PARKED),
                        g.ended.values().stream().filter(e -> e.copy() != null).count(),
                        known ? Objects.requireNonNull(g.entries.firstEntry()).getValue().message.enqueuedAt : 0,
                        g.paused,
                        waiters)
                + COUNTERS.stream()
                        .map(name -> g.counters.getOrDefault(name, 0L))
                        .toList();
    }

    private static String group(
            GroupName name,
            long ready,
            long scheduled,
            long leased,
            long parked,
            long dead,
            long oldest,
            boolean paused,
            long waiters) {
        return "%s ready %d scheduled %d leased %d parked %d dead %d oldest %d paused %s waiters %d %s"
                .formatted(name, ready, scheduled, leased, parked, dead, oldest, paused, waiters, COUNTERS);
    }

    static String queue(QueueInfo q) {
        return "%s messages %d bytes %d next %d enqueued %d duplicates %d paused %s"
                .formatted(q.queue(), q.messages(), q.bytes(), q.nextSeq(), q.enqueued(), q.duplicates(), q.paused());
    }

    static String queue(Queue q) {
        return "%s messages %d bytes %d next %d enqueued %d duplicates %d paused %s"
                .formatted(q.name, q.messages.size(), q.bytes(), q.nextSeq, q.enqueued, q.duplicates, q.paused);
    }
}
