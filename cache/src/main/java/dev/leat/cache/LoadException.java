package dev.leat.cache;

/** A loader threw a checked exception, or waiting for one was interrupted; the cause says which. */
public final class LoadException extends RuntimeException {

    LoadException(Throwable cause) {
        super(cause instanceof InterruptedException ? "interrupted" : "the loader failed: " + cause, cause);
    }

    /** As an unchecked exception, which it may be already. */
    static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new LoadException(thrown);
    }
}
