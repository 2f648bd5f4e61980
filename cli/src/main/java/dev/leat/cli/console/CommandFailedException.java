package dev.leat.cli.console;

/** Why nothing could be done, and what to do about it. */
public final class CommandFailedException extends Exception {
    public CommandFailedException(String message) {
        super(message);
    }

    public CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
