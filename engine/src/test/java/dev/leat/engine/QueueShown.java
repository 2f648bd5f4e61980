package dev.leat.engine;

import dev.leat.api.Delivery;
import dev.leat.api.MessageInfo;
import dev.leat.api.MessageInfo.State;
import dev.leat.api.NewMessage;
import dev.leat.api.Provenance;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.SettleResult;
import dev.leat.engine.QueueModel.Entry;
import dev.leat.engine.QueueModel.Group;
import dev.leat.engine.QueueModel.Message;
import dev.leat.engine.QueueModel.Queue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the engine and the model say, in the same words, so that they can be compared. */
final class QueueShown {
    private QueueShown() {}

    static String delivery(Delivery d, boolean leased, boolean dead) {
        return "%d %s %s #%d of %d key %s priority %d at %d %s %s%s"
                .formatted(
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
                        dead ? origin(d.provenance()) : "");
    }

    private static String origin(@Nullable Provenance p) {
        return p == null
                ? " from nowhere"
                : " from %s %s %d #%d %s"
                        .formatted(p.originQueue(), p.originGroup(), p.originSeq(), p.attempts(), p.reason());
    }

    static String delivery(Entry e, boolean leased) {
        Message m = e.message;
        QueueModel.Origin o = m.origin;
        return "%d %s %s #%d of %d key %s priority %d at %d %s %s%s"
                .formatted(
                        m.seq,
                        m.id,
                        m.text,
                        e.attempts,
                        m.maxAttempts(),
                        m.key,
                        m.priority,
                        m.enqueuedAt,
                        e.reason,
                        leased ? "until " + e.due : "",
                        o == null
                                ? ""
                                : " from %s %s %d #%d %s"
                                        .formatted(o.queue().name, o.group(), o.seq(), o.attempts(), o.reason()));
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
                : rejection instanceof Rejection.LeaseLost lost && lost.deadLetter() != null
                        ? "LeaseLost " + lost.state() + " " + lost.deadLetter()
                        : rejection.getClass().getSimpleName();
    }

    static String message(NewMessage m) {
        return new String(m.payload(), java.nio.charset.StandardCharsets.UTF_8)
                + (m.key() == null ? "" : " key " + m.key())
                + (m.priority() == NewMessage.DEFAULT_PRIORITY ? "" : " priority " + m.priority())
                + (m.delay() == null ? "" : " delay " + m.delay())
                + (m.ttl() == null ? "" : " ttl " + m.ttl())
                + (m.dedupId() == null ? "" : " dedup " + m.dedupId())
                + (m.maxAttempts() == null ? "" : " attempts " + m.maxAttempts())
                + (m.groups().isEmpty() ? "" : " groups " + m.groups());
    }

    // ---- states; one that is blocked is ready but for its key, and does not have to be known as such before its turn

    static String message(MessageInfo info) {
        StringBuilder text = new StringBuilder("%d %s %s key %s priority %d at %d"
                .formatted(
                        info.seq(),
                        info.messageId(),
                        new String(info.payload(), java.nio.charset.StandardCharsets.UTF_8),
                        info.key(),
                        info.priority(),
                        info.enqueuedAt().toEpochMilli()));
        info.groups().stream()
                .filter(g -> g.state() != State.DONE && g.state() != State.DEAD)
                .sorted(java.util.Comparator.comparing(MessageInfo.InGroup::group))
                .forEach(g -> text.append(" | %s %s #%d -%d %s %s"
                        .formatted(
                                g.group(),
                                g.state() == State.BLOCKED ? State.READY : g.state(),
                                g.attempts(),
                                g.releases(),
                                g.due() == null ? "" : g.due().toEpochMilli(),
                                g.state() == State.LEASED ? g.consumer() : "")));
        return text.toString();
    }

    static String message(Message message) {
        StringBuilder text = new StringBuilder("%d %s %s key %s priority %d at %d"
                .formatted(message.seq, message.id, message.text, message.key, message.priority, message.enqueuedAt));
        for (Group group : message.queue.groups.values()) {
            Entry entry = group.entries.get(message.seq);
            if (entry != null && entry.isOpen()) {
                boolean timed = entry.state == State.SCHEDULED || entry.state == State.LEASED;
                text.append(" | %s %s #%d -%d %s %s"
                        .formatted(
                                group.name,
                                entry.state,
                                entry.attempts,
                                entry.releases,
                                timed ? entry.due : "",
                                entry.state == State.LEASED ? entry.consumer : ""));
            }
        }
        return text.toString();
    }

    static String group(QueueOutcome.GroupInfo g, boolean sought) {
        QueueOutcome.Counters c = g.counters();
        return "%s ready %d scheduled %d leased %d parked %d dead %d paused %s delivered %d acked %d nacked %d released %d rejected %d expired %d deadLettered %d parked %d dropped %d"
                .formatted(
                        g.group(),
                        sought ? g.ready() + g.scheduled() : g.ready(),
                        sought ? 0 : g.scheduled(),
                        g.leased(),
                        g.parked(),
                        g.dead(),
                        g.paused(),
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

    static String group(Group g) {
        StringBuilder text = new StringBuilder("%s ready %d scheduled %d leased %d parked %d dead 0 paused %s"
                .formatted(
                        g.name,
                        g.in(State.READY) + (g.sought ? g.in(State.SCHEDULED) : 0),
                        g.sought ? 0 : g.in(State.SCHEDULED),
                        g.in(State.LEASED),
                        g.in(State.PARKED),
                        g.paused));
        List.of("delivered", "acked", "nacked", "released", "rejected", "expired", "deadLettered", "parked", "dropped")
                .forEach(name -> text.append(' ').append(name).append(' ').append(g.counted(name)));
        return text.toString();
    }

    static String queue(QueueOutcome.QueueInfo q) {
        return "%s messages %d next %d enqueued %d duplicates %d paused %s"
                .formatted(q.queue(), q.messages(), q.nextSeq(), q.enqueued(), q.duplicates(), q.paused());
    }

    static String queue(Queue q) {
        return "%s messages %d next %d enqueued %d duplicates %d paused %s"
                .formatted(q.name, q.messages.size(), q.nextSeq, q.enqueued, q.duplicates, q.paused);
    }
}
