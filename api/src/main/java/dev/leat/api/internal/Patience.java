package dev.leat.api.internal;

import dev.leat.api.Rejection;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The waits between repeats of a refused call: longer each time, until one succeeds. */
public final class Patience {
    private static final long FIRST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 5_000;

    private final CountDownLatch end;
    private long millis = FIRST_MILLIS;

    /** @param end ends all waiting when it is opened */
    public Patience(CountDownLatch end) {
        this.end = end;
    }

    /** How long to wait after so many failures in a row: longer each time, shortened by chance, and at least as long as the rejection asks. */
    public static long millis(int failures, Rejection why) {
        long whole = Math.min(FIRST_MILLIS << Math.min(failures - 1, 20), LONGEST_MILLIS);
        return Math.max(
                ThreadLocalRandom.current().nextLong(whole / 2, whole + 1),
                asked(why).toMillis());
    }

    private static Duration asked(Rejection why) {
        return why instanceof Rejection.Retryable retryable ? retryable.retryAfter() : Duration.ZERO;
    }

    public void wentWell() {
        millis = FIRST_MILLIS;
    }

    /** Waits, and says whether to go on. An interrupt ends the waiting too. */
    public boolean waits() {
        long pause = ThreadLocalRandom.current().nextLong(millis / 2, millis + 1);
        millis = Math.min(2 * millis, LONGEST_MILLIS);
        try {
            return !end.await(pause, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits for a time that is not a refusal's. */
    public boolean waits(Duration pause) {
        try {
            return !end.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
