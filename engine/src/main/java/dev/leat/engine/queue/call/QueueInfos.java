package dev.leat.engine.queue.call;

import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.QueueInfo;
import dev.leat.engine.queue.state.DeliveryState;
import dev.leat.engine.queue.state.Group;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueuedMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Descriptions of queues and groups for replies. */
public final class QueueInfos {
    private QueueInfos() {}

    public static QueueInfo of(Queue queue) {
        List<GroupInfo> groups = new ArrayList<>();
        queue.groups.values().forEach(group -> groups.add(of(group)));
        return new QueueInfo(
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

    public static GroupInfo of(Group group) {
        long scheduled = group.count(DeliveryState.State.SCHEDULED);
        long leased = group.count(DeliveryState.State.LEASED);
        long parked = group.count(DeliveryState.State.PARKED);
        long moving = group.count(DeliveryState.State.MOVING);
        QueuedMessage oldest = oldest(group);
        return new GroupInfo(
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
                group.counters.snapshot());
    }

    /** Returns the oldest message; null for none, or if an older one is not in memory. */
    private static @Nullable QueuedMessage oldest(Group group) {
        QueuedMessage oldest = null;
        for (int lane = 0; lane < Positions.LANES; lane++) {
            long at = group.done.firstAbsent(Positions.first(lane));
            if (at < group.queue.next[lane]) {
                QueuedMessage message = group.queue.resident.get(at);
                if (message == null) {
                    return null;
                }
                oldest = oldest == null || message.seq() < oldest.seq() ? message : oldest;
            }
        }
        return oldest;
    }

    /** Returns the seq of the oldest message; in a queue without priorities it follows from the position. */
    private static long oldestSeq(Group group) {
        return group.queue.config.priority() ? -1 : Positions.within(group.done.firstAbsent(Positions.first(0)));
    }
}
