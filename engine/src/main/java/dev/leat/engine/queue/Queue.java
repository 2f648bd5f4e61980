package dev.leat.engine.queue;

import dev.leat.api.GroupName;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.Retention;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A queue: its messages, and the groups that work them off. */
final class Queue {
    final long number;
    final QueueName name;
    final long created;
    QueueConfig config;
    boolean paused;
    boolean gone;

    /** The next seq; those before are never used again. */
    long nextSeq;

    /** The next place of each lane. */
    final long[] next = new long[Place.LANES];

    /** How many messages there are, and how many bytes of payload. */
    long messages;

    long bytes;
    long enqueued;
    long duplicates;
    int nextGroup = 1;
    long nextTask = 1;

    /** The places whose messages are gone; every group has them among what it has done. */
    Places dropped = new Places();

    final Dedup dedup = new Dedup();

    /** Messages that the store does not have yet, and those that were read from it for delivery. */
    final Map<Long, Message> hot = new LinkedHashMap<>();

    final Map<GroupName, Group> groups = new TreeMap<>();
    final Map<Integer, Group> byNumber = new TreeMap<>();
    final Map<Long, Task> tasks = new TreeMap<>();

    Queue(long number, QueueName name, QueueConfig config, long created) {
        this.number = number;
        this.name = name;
        this.config = config;
        this.created = created;
        for (int lane = 0; lane < Place.LANES; lane++) {
            next[lane] = Place.first(lane);
        }
    }

    boolean isWork() {
        return config.mode() == QueueConfig.Mode.WORK;
    }

    /** The group of a name; of a work queue, the one it has if no name is given. */
    @Nullable
    Group group(@Nullable GroupName name) {
        return groups.get(name == null ? GroupName.DEFAULT : name);
    }

    /** Whether a message goes once all groups have done it. */
    boolean isKeptForInterest() {
        return isWork() || config.retention() instanceof Retention.Interest;
    }

    /** How many places of all lanes are not in a set. */
    long countAbsent(Places places) {
        long all = 0;
        for (int lane = 0; lane < Place.LANES; lane++) {
            all += next[lane] - Place.first(lane);
        }
        return all - places.size();
    }

    /** Whether no group has anything to do with a message any more. */
    boolean isDoneForAll(long at) {
        for (Group group : groups.values()) {
            if (!group.isDone(at)) {
                return false;
            }
        }
        return !groups.isEmpty();
    }
}
