package dev.leat.api.queue;

/** The name of a message: it stays the same through retries, dead letters and redrives. */
public record MessageId(String value) {

    public MessageId {
        if (value.isEmpty() || value.length() > 512) {
            throw new IllegalArgumentException("not a message id: it has " + value.length() + " characters");
        }
    }

    /**
     * Returns an id.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static MessageId of(String value) {
        return new MessageId(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
