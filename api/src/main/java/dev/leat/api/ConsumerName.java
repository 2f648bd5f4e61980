package dev.leat.api;

/** The name of one worker of a group. */
public record ConsumerName(String value) implements Comparable<ConsumerName> {

    public ConsumerName {
        Names.checked("consumer name", value);
    }

    public static ConsumerName of(String value) {
        return new ConsumerName(value);
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
