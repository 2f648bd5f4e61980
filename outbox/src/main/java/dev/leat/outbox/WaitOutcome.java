package dev.leat.outbox;

import java.time.Duration;

/**
 * Result of a wait.
 *
 * @param reason why it is degraded or unknown; when time ran out, what the database said or which cache could not be flushed; else empty
 * @param pending rows or nodes that were still missing
 */
public record WaitOutcome(Result result, String reason, Duration elapsed, int pending) {

    public enum Result {
        SATISFIED,
        /** It will not happen by itself: a row is dead. */
        DEGRADED,
        TIMED_OUT,
        /** Nothing is there to tell done from never committed. */
        UNKNOWN
    }

    public static WaitOutcome satisfied(Duration elapsed) {
        return new WaitOutcome(Result.SATISFIED, "", elapsed, 0);
    }

    public static WaitOutcome degraded(String reason, Duration elapsed, int pending) {
        return new WaitOutcome(Result.DEGRADED, reason, elapsed, pending);
    }

    public static WaitOutcome timedOut(Duration elapsed, int pending) {
        return new WaitOutcome(Result.TIMED_OUT, "", elapsed, pending);
    }

    public static WaitOutcome unknown(String reason, Duration elapsed) {
        return new WaitOutcome(Result.UNKNOWN, reason, elapsed, 0);
    }

    public boolean isSatisfied() {
        return result == Result.SATISFIED;
    }
}
