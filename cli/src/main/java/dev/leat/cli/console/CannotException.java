package dev.leat.cli.console;

/** Why nothing could be done, and what to do about it. */
public final class CannotException extends Exception {
    public CannotException(String message) {
        super(message);
    }

    public CannotException(String message, Throwable cause) {
        super(message, cause);
    }
}
