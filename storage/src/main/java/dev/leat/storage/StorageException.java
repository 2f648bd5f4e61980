package dev.leat.storage;

/**
 * Storage could not do what it was asked. The message names the file and the way out; the subclass says which class of
 * failure it is. A plain {@code StorageException} may be transient: trying again later can help.
 */
public class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StorageException(String message) {
        super(message);
    }

    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
