package dev.leat.api.queue;

import dev.leat.api.internal.Names;
import dev.leat.api.internal.Tag;
import dev.leat.api.stream.StreamPath;

/**
 * The name of a queue. A part in braces decides its shard, as in a {@link StreamPath}.
 *
 * <p>A new queue's name has 1 to 256 characters: letters and digits of ASCII, dashes, underscores, dots, colons, at signs and braces;
 * {@code .} and {@code ..} are no names. The engine refuses to make a queue with another name. This type also holds names that do not
 * keep to that, without slashes and control characters, so that queues which have such a name can be used and deleted.
 */
public record QueueName(String value) implements Comparable<QueueName> {

    public QueueName {
        Names.checked("queue name", value);
    }

    /**
     * Returns a name.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static QueueName of(String value) {
        return new QueueName(value);
    }

    /** Returns whether a new queue may have this name. */
    public boolean isFitForNew() {
        return Names.isFitForNew(value);
    }

    /** The part that decides the shard: what the first pair of braces holds, else the whole name. */
    public String tag() {
        return Tag.of(value);
    }

    @Override
    public int compareTo(QueueName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
