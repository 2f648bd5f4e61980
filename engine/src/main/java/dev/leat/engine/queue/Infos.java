package dev.leat.engine.queue;

import dev.leat.api.QueueOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of queues and groups, in the words of those who ask. */
final class Infos {
    private Infos() {}

    static QueueOutcome.QueueInfo of(Queue queue) {
        List<QueueOutcome.GroupInfo> groups = new ArrayList<>();
        queue.groups.values().forEach(group -> groups.add(of(group)));
        return new QueueOutcome.QueueInfo(
                queue.name,
                queue.config,
                Instant.ofEpochMilli(queue.created),
                queue.messages,
                queue.bytes(),
                queue.nextSeq,
                queue.paused,
                queue.enqueued,
                queue.duplicates,
                groups);
    }

    static QueueOutcome.GroupInfo of(Group group) {
        long scheduled = group.count(Entry.State.SCHEDULED);
        long leased = group.count(Entry.State.LEASED);
        long parked = group.count(Entry.State.PARKED);
        long moving = group.count(Entry.State.MOVING);
        Message oldest = oldest(group);
        return new QueueOutcome.GroupInfo(
                group.name,
                group.pending() - scheduled - leased - parked - moving,
                scheduled,
                leased,
                parked,
                moving + group.dead.size(),
                oldest == null ? null : Instant.ofEpochMilli(oldest.enqueuedAt()),
                oldest == null ? oldestSeq(group) : oldest.seq(),
                group.paused,
                group.waiters.size(),
                group.tally.counters());
    }

    /** Null if there is none, or one that is older is not in memory. */
    private static @Nullable Message oldest(Group group) {
        Message oldest = null;
        for (int lane = 0; lane < Place.LANES; lane++) {
            long at = group.done.firstAbsent(Place.first(lane));
            if (at < group.queue.next[lane]) {
                Message message = group.queue.hot.get(at);
                if (message == null) {
                    return null;
                }
                oldest = oldest == null || message.seq() < oldest.seq() ? message : oldest;
            }
        }
        return oldest;
    }

    /** Without priorities, messages have their seqs in the order of their places. */
    private static long oldestSeq(Group group) {
        return group.queue.config.priority() ? -1 : Place.within(group.done.firstAbsent(Place.first(0)));
    }
}
