package dev.leat.outbox;

/** Thrown when a strict {@link Wait} runs out of time. The commit itself is not in doubt. */
public final class WaitTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient WaitOutcome outcome;

    /** Creates the exception of a wait that ran out of time. */
    public WaitTimeoutException(Wait.Until until, WaitOutcome outcome) {
        super("not " + until + " after " + outcome.elapsed().toMillis() + " ms, " + outcome.pending() + " pending"
                + (outcome.reason().isEmpty() ? "" : ": " + outcome.reason()));
        this.outcome = outcome;
    }

    /** Returns the result of the wait, with how much was still pending. */
    public WaitOutcome outcome() {
        return outcome;
    }
}
