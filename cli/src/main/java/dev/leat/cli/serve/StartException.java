package dev.leat.cli.serve;

import org.jspecify.annotations.Nullable;

/** The server could not start. The message says why and what to do, in a sentence. */
final class StartException extends RuntimeException {

    /** @param cause null if the message says all */
    StartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
