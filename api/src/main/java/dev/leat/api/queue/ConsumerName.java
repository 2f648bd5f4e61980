package dev.leat.api.queue;

import dev.leat.api.internal.Names;

/**
 * The name of one worker of a group. It has the characters of a new {@link QueueName}: the engine refuses what a consumer with another
 * name asks for.
 */
public record ConsumerName(String value) implements Comparable<ConsumerName> {

    public ConsumerName {
        Names.checked("consumer name", value);
    }

    /**
     * Returns a name.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static ConsumerName of(String value) {
        return new ConsumerName(value);
    }

    /** A name for this process: its host, if that is known, and its number there. */
    public static ConsumerName ofProcess() {
        String host = System.getenv("HOSTNAME");
        String name = host == null || host.isBlank() ? "process" : Names.plain(host);
        return new ConsumerName(name + "-" + ProcessHandle.current().pid());
    }

    /** Returns whether a consumer may come with this name. */
    public boolean isFitForNew() {
        return Names.isFitForNew(value);
    }

    @Override
    public int compareTo(ConsumerName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
