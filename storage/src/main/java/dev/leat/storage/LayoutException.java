package dev.leat.storage;

/** A data directory is not one that can be opened as asked: another layout, another owner, or files that are not Leat's. */
public sealed class LayoutException extends StorageException permits InUseException {
    private static final long serialVersionUID = 1L;

    public LayoutException(String message) {
        super(message);
    }

    public LayoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
