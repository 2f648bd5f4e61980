package dev.leat.outbox;

/** Thrown when a strict {@link Wait} runs out of time. The commit itself is not in doubt. */
public final class WaitTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient WaitOutcome outcome;

    public WaitTimeoutException(Wait.Until until, WaitOutcome outcome) {
        super("not " + until + " after " + outcome.elapsed().toMillis() + " ms, " + outcome.pending() + " pending"
                + (outcome.reason().isEmpty() ? "" : ": " + outcome.reason()));
        this.outcome = outcome;
    }

    public WaitOutcome outcome() {
        return outcome;
    }
}
