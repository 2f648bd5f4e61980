package dev.leat.storage;

/** The disk is full. What was durable stays durable; writes can go on once there is space. */
public final class OutOfSpaceException extends StorageException {
    private static final long serialVersionUID = 1L;

    public OutOfSpaceException(String message, Throwable cause) {
        super(message, cause);
    }
}
