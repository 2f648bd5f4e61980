package dev.leat.client.transport;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How a request that failed is repeated: after a pause that doubles each time and is shortened by chance, so that not all clients
 * come back at once, and for as long as there is patience. A server that says how long to wait is obeyed.
 *
 * @param patience how long after the first attempt the last may begin; zero for no repeating
 * @param firstContact the same for a server that was never reached, which is rather not there than away for a moment
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

    public RetryPolicy withPatience(Duration value) {
        return new RetryPolicy(value, firstContact, first, longest);
    }

    public RetryPolicy withFirstContact(Duration value) {
        return new RetryPolicy(patience, value, first, longest);
    }

    Duration patience(boolean wasReached) {
        return wasReached ? patience : firstContact;
    }

    /** The pause after so many attempts that failed, in milliseconds. */
    public long pauseMillis(int failures) {
        long whole = Math.min(first.toMillis() << Math.min(failures - 1, 20), longest.toMillis());
        return ThreadLocalRandom.current().nextLong(whole / 2, whole + 1);
    }
}
