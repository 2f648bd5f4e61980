package dev.leat.api.queue;

/**
 * A message of a {@link DurableQueue} whose payload the codec cannot decode. The message is still in the queue: {@link
 * DurableQueue#ack} removes it, {@link DurableQueue#pop} parks it and goes on with the next, and {@link MessageQueue#get(long)} of
 * {@link DurableQueue#queue} returns its bytes. The cause is what the codec threw, if it threw something.
 */
public final class UndecodableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long id;

    UndecodableException(long id, String why, Throwable cause) {
        super("message " + id + " cannot be decoded: " + why, cause);
        this.id = id;
    }

    UndecodableException(long id, String why) {
        super("message " + id + " cannot be decoded: " + why);
        this.id = id;
    }

    /** Returns the id of the message. */
    public long id() {
        return id;
    }
}
