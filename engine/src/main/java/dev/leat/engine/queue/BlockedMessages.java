package dev.leat.engine.queue;

import java.util.HashMap;
import java.util.Map;

/**
 * Who holds back whom, for those who look. A group knows it of messages that its cursor has passed; of those ahead of it, this finds
 * out, as far as they are in memory and not too many.
 */
final class BlockedMessages {
    private static final int STEPS = 10_000;

    private final Map<Group, Walk> walks = new HashMap<>();

    /** How far a group was looked at, and the first message of each key on the way. */
    private static final class Walk {
        final Map<String, Long> first = new HashMap<>();
        long next;
        int steps;
    }

    /** The place of the message that holds back this one; -1 if none does. */
    long holder(Group group, QueuedMessage message) {
        String key = group.key(message);
        if (key == null) {
            return -1;
        }
        long holder = group.lines.holder(key);
        if (holder < 0 && !group.hasPassed(message.at())) {
            holder = walk(group, message.at()).first.getOrDefault(key, -1L);
        }
        return holder < message.at() ? holder : -1;
    }

    /** Keys count only in queues without priorities, so there is one lane. */
    private Walk walk(Group group, long to) {
        Walk walk = walks.computeIfAbsent(group, ahead -> new Walk());
        walk.next = group.done.firstAbsent(Math.max(walk.next, group.cursors[0]));
        while (walk.next < to && walk.steps++ < STEPS) {
            QueuedMessage message = group.queue.hot.get(walk.next);
            String key = message == null || !message.isFor(group.name) ? null : group.key(message);
            if (key != null && group.lines.holds(walk.next)) {
                walk.first.putIfAbsent(key, walk.next);
            }
            walk.next = group.done.firstAbsent(walk.next + 1);
        }
        return walk;
    }
}
