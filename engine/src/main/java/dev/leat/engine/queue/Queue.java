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

    /** How many messages there are. */
    long messages;

    /** How many bytes of payload they have. */
    final Weights weights = new Weights();

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

    long bytes() {
        return weights.total();
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

    /** The places of all lanes that are not in a set. */
    Places absent(Places places) {
        Places absent = new Places();
        for (int lane = 0; lane < Place.LANES; lane++) {
            absent.addAll(places.absent(Place.first(lane), next[lane]));
        }
        return absent;
    }

    /** Forgets the messages from a place up to another, as far as they are in memory. */
    void cool(long from, long to) {
        if (to - from > hot.size()) {
            hot.keySet().removeIf(at -> at >= from && at < to);
        } else {
            for (long at = from; at < to; at++) {
                hot.remove(at);
            }
        }
    }

    /** A block whose messages are all gone has no bytes. */
    void lightenIfEmpty(long block) {
        if (weights.has(block)) {
            long end = Math.min(Weights.first(block + 1), next[Place.lane(Weights.first(block))]);
            if (dropped.firstAbsent(Weights.first(block)) >= end) {
                weights.set(block, 0);
            }
        }
    }

    /** Whether a place has a message still. */
    boolean has(long at) {
        int lane = Place.lane(at);
        return at >= 0 && lane < Place.LANES && at < next[lane] && !dropped.contains(at);
    }

    /** The first place from this one on that has a message; -1 if there is none. */
    long nextThere(long from) {
        for (int lane = Place.lane(from); lane < Place.LANES; lane++) {
            long at = dropped.firstAbsent(Math.max(from, Place.first(lane)));
            if (at < next[lane]) {
                return at;
            }
        }
        return -1;
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
