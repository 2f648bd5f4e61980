package dev.leat.cli.outbox;

/** Why nothing could be done, and what to do about it. */
final class CannotException extends Exception {
    CannotException(String message) {
        super(message);
    }

    CannotException(String message, Throwable cause) {
        super(message, cause);
    }
}
