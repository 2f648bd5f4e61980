package dev.leat.cli.console;

/** A command failed. The message has the cause and the remedy. */
public final class CommandFailedException extends Exception {
    public CommandFailedException(String message) {
        super(message);
    }

    public CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
