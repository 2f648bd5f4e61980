package dev.leat.engine.queue;

import dev.leat.api.GroupStart;
import dev.leat.api.Reply;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * Finds where a group is to begin. First the shard says what it has in memory, then the store is searched: whatever leaves memory
 * meanwhile is in the store by then.
 */
final class GroupStartSearch {
    private final GroupStart start;

    GroupStartSearch(GroupStart start) {
        this.start = start;
    }

    /** Whether it takes a search to tell. */
    static boolean isNeeded(GroupStart start) {
        return start instanceof GroupStart.Seq || start instanceof GroupStart.Timestamp;
    }

    /** What the shard has in memory. */
    void look(Queue queue, long now, Reply<GroupStartPosition> answer) {
        long[] found = GroupStartPosition.nowhere();
        Predicate<QueuedMessage> meant = meant();
        for (QueuedMessage message : queue.hot.values()) {
            int lane = Position.lane(message.at());
            if (message.at() < found[lane] && meant.test(message)) {
                found[lane] = message.at();
            }
        }
        boolean past = switch (start) {
            case GroupStart.Timestamp(Instant moment) -> moment.toEpochMilli() <= now;
            case GroupStart.Seq(long seq) -> seq <= queue.nextSeq;
            default -> true;
        };
        answer.answered(new GroupStartPosition(queue.number, found, queue.next.clone(), past));
    }

    /** Goes on in the store. */
    GroupStartPosition complete(GroupStartPosition seen, StoredMessages stored) {
        long[] found = seen.found().clone();
        Predicate<QueuedMessage> meant = meant();
        for (int lane = 0; lane < Position.LANES; lane++) {
            found[lane] = Math.min(found[lane], first(seen, lane, meant, stored));
        }
        return new GroupStartPosition(seen.queue(), found, seen.ends(), seen.past());
    }

    /** Messages of a lane are in the order of their seqs and of the times they were enqueued at. */
    private static long first(
            GroupStartPosition seen, int lane, Predicate<QueuedMessage> meant, StoredMessages stored) {
        long from = Position.first(lane);
        long to = seen.ends()[lane];
        long found = GroupStartPosition.NONE;
        while (from < to) {
            long middle = from + (to - from) / 2;
            QueuedMessage message = stored.first(seen.queue(), middle, to);
            if (message == null || meant.test(message)) {
                found = message == null ? found : message.at();
                to = middle;
            } else {
                from = message.at() + 1;
            }
        }
        return found;
    }

    private Predicate<QueuedMessage> meant() {
        return switch (start) {
            case GroupStart.Timestamp(Instant moment) -> message -> message.enqueuedAt() >= moment.toEpochMilli();
            case GroupStart.Seq(long seq) -> message -> message.seq() >= seq;
            default -> message -> true;
        };
    }
}
