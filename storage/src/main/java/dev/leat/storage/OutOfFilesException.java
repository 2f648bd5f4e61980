package dev.leat.storage;

/**
 * The process, or the machine, has as many files open as it may. That says nothing about the disk: what was durable stays durable, and
 * reads and writes can go on once other files or connections are closed.
 */
public final class OutOfFilesException extends StorageException {
    private static final long serialVersionUID = 1L;

    public OutOfFilesException(String message, Throwable cause) {
        super(message, cause);
    }
}
