package dev.leat.cli.serve;

import org.jspecify.annotations.Nullable;

/** The server could not start. The message is one sentence with the cause and the remedy. */
final class StartException extends RuntimeException {

    /** @param cause null if the message is complete without it */
    StartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
