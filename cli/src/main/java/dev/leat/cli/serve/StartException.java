package dev.leat.cli.serve;

/** The server could not start. The message says why and what to do, in a sentence. */
final class StartException extends RuntimeException {

    StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
