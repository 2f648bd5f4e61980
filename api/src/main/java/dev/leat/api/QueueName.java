package dev.leat.api;

/** The name of a queue. A part in braces decides its shard, as in a {@link StreamPath}. */
public record QueueName(String value) implements Comparable<QueueName> {

    public QueueName {
        Names.checked("queue name", value);
    }

    public static QueueName of(String value) {
        return new QueueName(value);
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
