package dev.leat.api.queue;

import java.time.Duration;

/**
 * How long a message that failed waits before it is ready again: {@code initial} after the first attempt, {@code factor} times as
 * long after each further one, never longer than {@code longest}.
 */
public record Backoff(Duration initial, double factor, Duration longest) {

    /** No wait after any attempt. */
    public static final Backoff NONE = new Backoff(Duration.ZERO, 1, Duration.ZERO);

    public Backoff {
        initial = Duration.ofMillis(initial.toMillis());
        longest = Duration.ofMillis(longest.toMillis());
        if (initial.isNegative() || longest.compareTo(initial) < 0 || !(factor >= 1 && factor <= 100)) {
            throw new IllegalArgumentException(
                    "a backoff starts at 0 or more, has a factor from 1 to 100, and its longest wait is not shorter than its first");
        }
    }

    /** The wait after an attempt, counted from 1. */
    public Duration after(int attempt) {
        double millis = initial.toMillis() * Math.pow(factor, Math.max(0, attempt - 1));
        return millis >= longest.toMillis() ? longest : Duration.ofMillis((long) millis);
    }
}
