package dev.leat.api.queue;

/** The name of something that goes on in the background, such as a redrive. */
public record TaskId(String value) {

    public TaskId {
        if (value.isEmpty() || value.length() > 512) {
            throw new IllegalArgumentException("not a task id: it has " + value.length() + " characters");
        }
    }

    /**
     * Returns an id.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static TaskId of(String value) {
        return new TaskId(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
