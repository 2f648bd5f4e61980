package dev.leat.client.transport;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The backoff of a request that failed: a pause that doubles each time, with jitter, until a time limit. A longer wait that the server
 * asks for takes precedence.
 *
 * @param patience how long after the first attempt the last one may start; zero for no repetition
 * @param firstContact the same for a server that was never reached
 */
public record RetryPolicy(Duration patience, Duration firstContact, Duration first, Duration longest) {

    public static final RetryPolicy DEFAULT = new RetryPolicy(
            Duration.ofSeconds(30), Duration.ofSeconds(3), Duration.ofMillis(100), Duration.ofSeconds(5));

    public RetryPolicy {
        if (patience.isNegative()
                || firstContact.isNegative()
                || first.isNegative()
                || first.isZero()
                || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "retries have a patience, a first pause and a longest one that is not shorter: " + patience + ", "
                            + firstContact + ", " + first + ", " + longest);
        }
    }

    /** Returns the policy with another time limit. */
    public RetryPolicy withPatience(Duration value) {
        return new RetryPolicy(value, firstContact, first, longest);
    }

    /** Returns the policy with another time limit for a server that was never reached. */
    public RetryPolicy withFirstContact(Duration value) {
        return new RetryPolicy(patience, value, first, longest);
    }

    Duration patience(boolean wasReached) {
        return wasReached ? patience : firstContact;
    }

    /** Returns the pause in milliseconds after a number of failed attempts. */
    public long pauseMillis(int failures) {
        long whole = Math.min(first.toMillis() << Math.min(failures - 1, 20), longest.toMillis());
        return ThreadLocalRandom.current().nextLong(whole / 2, whole + 1);
    }
}
