package dev.leat.cache;

/** Thrown when a loader throws a checked exception, or when waiting for one is interrupted; the cause says which. */
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
