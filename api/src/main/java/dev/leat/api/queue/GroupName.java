package dev.leat.api.queue;

import dev.leat.api.internal.Names;

/**
 * The name of a group of consumers that share the messages of a queue. The one group of a work queue is {@link #DEFAULT}. A new group's name has the
 * characters of a new {@link QueueName}.
 */
public record GroupName(String value) implements Comparable<GroupName> {

    /** The group of a work queue. */
    public static final GroupName DEFAULT = new GroupName("default");

    public GroupName {
        Names.checked("group name", value);
    }

    /**
     * Returns a name.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static GroupName of(String value) {
        return new GroupName(value);
    }

    /** Returns whether a new group may have this name. */
    public boolean isFitForNew() {
        return Names.isFitForNew(value);
    }

    @Override
    public int compareTo(GroupName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
