package dev.leat.outbox;

import java.time.Duration;

/**
 * Result of a wait.
 *
 * @param reason why it is degraded or unknown; when time ran out, what the database said or which cache could not be flushed; else empty
 * @param pending rows or nodes that were still missing
 */
public record WaitOutcome(Result result, String reason, Duration elapsed, int pending) {

    /** How a wait ended. */
    public enum Result {
        /** The condition holds. */
        SATISFIED,
        /** It will not happen by itself: a row is dead. */
        DEGRADED,
        /** The time ran out before the condition held. */
        TIMED_OUT,
        /** Nothing is there to tell done from never committed. */
        UNKNOWN
    }

    /** Returns the result of a wait whose condition holds. */
    public static WaitOutcome satisfied(Duration elapsed) {
        return new WaitOutcome(Result.SATISFIED, "", elapsed, 0);
    }

    /** Returns the result of a wait whose condition will not hold by itself. */
    public static WaitOutcome degraded(String reason, Duration elapsed, int pending) {
        return new WaitOutcome(Result.DEGRADED, reason, elapsed, pending);
    }

    /** Returns the result of a wait that ran out of time. */
    public static WaitOutcome timedOut(Duration elapsed, int pending) {
        return new WaitOutcome(Result.TIMED_OUT, "", elapsed, pending);
    }

    /** Returns the result of a wait for a commit that left no trace. */
    public static WaitOutcome unknown(String reason, Duration elapsed) {
        return new WaitOutcome(Result.UNKNOWN, reason, elapsed, 0);
    }

    /** Returns whether the condition holds. */
    public boolean isSatisfied() {
        return result == Result.SATISFIED;
    }
}
