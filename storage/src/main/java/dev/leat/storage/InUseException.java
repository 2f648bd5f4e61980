package dev.leat.storage;

/** Another process has the data directory open. */
public final class InUseException extends LayoutException {
    private static final long serialVersionUID = 1L;

    public InUseException(String message) {
        super(message);
    }

    public InUseException(String message, Throwable cause) {
        super(message, cause);
    }
}
