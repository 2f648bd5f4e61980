package dev.leat.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageInfo.State;
import dev.leat.api.queue.QueueInfo;
import dev.leat.engine.figures.QueueMeter;
import dev.leat.engine.model.QueueModel.Entry;
import dev.leat.engine.model.QueueModel.Group;
import dev.leat.engine.model.QueueModel.Message;
import dev.leat.engine.model.QueueModel.Queue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks whether an engine's queues stand as those of the model do. */
final class QueueComparison {
    private final QueueLife life;

    QueueComparison(QueueLife life) {
        this.life = life;
    }

    /**
     * After a restart not everything is known of messages that were not read since: who holds back whom, and which wait for their
     * time in a group that is younger than they are.
     */
    void compare() {
        compareMeters();
        compareReady();
        boolean vague = life.model.restarted;
        for (Queue queue : life.model.queues.values()) {
            QueueInfo info = life.rig.info(queue.name.value());
            List<MessageInfo> messages = life.rig.browse(queue.name.value());
            messages.forEach(message -> checkBlocked(queue, message));
            same(
                    "messages of " + queue.name,
                    messages.stream().map(m -> QueueShown.message(m, !vague)),
                    queue.messages.values().stream().map(m -> QueueShown.message(m, !vague)));
            assertThat(QueueShown.queue(info)).isEqualTo(QueueShown.queue(queue));
            same(
                    "groups of " + queue.name,
                    info.groups().stream().map(g -> QueueShown.group(g, vague)),
                    queue.groups.values().stream().map(g -> QueueShown.group(g, vague, waiters(g))));
        }
    }

    /** The meters of the engine count the same things once more. */
    private void compareMeters() {
        QueueMeter.Figures meters = life.rig.meters().queues();
        assertThat(List.of(
                        meters.delivered(),
                        meters.acked(),
                        meters.nacked(),
                        meters.released(),
                        meters.leasesExpired(),
                        meters.deadLettered(),
                        meters.parked()))
                .as("delivered, acked, nacked or rejected, released, expired leases, dead letters, parked")
                .containsExactly(
                        counted("delivered"),
                        counted("acked"),
                        counted("nacked") + counted("rejected"),
                        counted("released"),
                        counted("expired"),
                        counted("deadLettered"),
                        counted("parked"));
    }

    /** What waits to be received is counted over all queues as well. */
    private void compareReady() {
        long ready = life.model.queues.values().stream()
                .flatMap(queue -> life.rig.info(queue.name.value()).groups().stream())
                .mapToLong(GroupInfo::ready)
                .sum();
        assertThat(life.rig.core().queues().totals().ready()).as("ready").isEqualTo(ready);
    }

    private long counted(String counter) {
        return life.model.queues.values().stream()
                .mapToLong(queue -> queue.counted.getOrDefault(counter, 0L))
                .sum();
    }

    private long waiters(Group group) {
        return life.consumers.waiters.stream().filter(w -> w.group() == group).count();
    }

    private static void checkBlocked(Queue queue, MessageInfo message) {
        for (MessageInfo.InGroup standing : message.groups()) {
            if (standing.state() == State.BLOCKED) {
                Group group = Objects.requireNonNull(queue.groups.get(standing.group()));
                Entry entry = group.entries.get(message.seq());
                assertThat(entry != null && !group.blockers(entry).isEmpty())
                        .as("%s is blocked", message)
                        .isTrue();
            }
        }
    }

    /** Tells only what differs. */
    private static void same(String what, Stream<String> found, Stream<String> expected) {
        List<String> tooMuch = new ArrayList<>(found.toList());
        List<String> missing = new ArrayList<>();
        expected.forEach(each -> {
            if (!tooMuch.remove(each)) {
                missing.add(each);
            }
        });
        assertThat(tooMuch).as(what).isEqualTo(missing);
    }

    /** Nobody loses a lease by a restart: each has some time left, and no more than it had at first. */
    void checkLeases(Queue queue) {
        for (MessageInfo message : life.rig.browse(queue.name.value())) {
            for (MessageInfo.InGroup standing : message.groups()) {
                Group group = queue.groups.get(standing.group());
                Entry entry = group == null ? null : group.entries.get(message.seq());
                if (entry != null && entry.state == State.LEASED && standing.due() != null) {
                    long grace = life.model.now + Math.min(entry.lease, 30_000);
                    entry.due = Math.max(entry.due, grace);
                    assertThat(standing.due().toEpochMilli())
                            .as("the end of the lease of %s", message.seq())
                            .isEqualTo(entry.due);
                }
            }
        }
    }

    /** Dead letters of one moment come in any order; which it was, the engine tells. */
    void numberArrivals() {
        for (Queue queue : life.model.queues.values()) {
            if (queue.arrivals.size() > 1) {
                Map<String, Long> found = life.rig.browse(queue.name.value()).stream()
                        .filter(m -> m.provenance() != null)
                        .collect(Collectors.toMap(QueueComparison::originOf, MessageInfo::seq, Math::max));
                Map<Long, Message> renumbered = new TreeMap<>();
                for (Message message : queue.arrivals) {
                    renumbered.put(found.getOrDefault(originOf(message), -1L), message);
                }
                assertThat(renumbered.keySet())
                        .as("seqs of dead letters that came together")
                        .containsExactlyInAnyOrderElementsOf(
                                queue.arrivals.stream().map(m -> m.seq).toList());
                renumber(queue, renumbered);
            }
            queue.arrivals.clear();
        }
    }

    private static String originOf(MessageInfo info) {
        var provenance = Objects.requireNonNull(info.provenance());
        return info.messageId() + " " + provenance.originGroup() + " " + provenance.originSeq();
    }

    private static String originOf(Message message) {
        Entry entry = Objects.requireNonNull(message.origin).entry();
        return message.id + " " + entry.group.name + " " + entry.message.seq;
    }

    private static void renumber(Queue queue, Map<Long, Message> renumbered) {
        Group group = queue.groups.values().iterator().next();
        Map<Message, Entry> entries = new HashMap<>();
        queue.arrivals.forEach(message -> {
            queue.messages.remove(message.seq);
            entries.put(message, Objects.requireNonNull(group.entries.remove(message.seq)));
        });
        renumbered.forEach((seq, message) -> {
            message.seq = seq;
            queue.messages.put(seq, message);
            group.entries.put(seq, Objects.requireNonNull(entries.get(message)));
        });
    }
}
