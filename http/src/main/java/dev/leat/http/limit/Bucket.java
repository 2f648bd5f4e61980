package dev.leat.http.limit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket in one number: the time at which it will be full again. Taking a token moves that time on by what one
 * token takes to come; if it would be further away than an empty bucket takes to fill, there is no token left.
 *
 * <p>A bucket whose time has come is full, so nothing is lost with it. It is retired before it is dropped, so that no
 * token is taken from a bucket that is no longer found.
 */
@SuppressWarnings("serial")
final class Bucket extends AtomicLong {
    static final long RETIRED = -1;

    private static final long NONE = Long.MIN_VALUE;

    /** @param now nanoseconds; it starts full */
    Bucket(long now) {
        super(now);
    }

    /**
     * Takes a token.
     *
     * @return 0, or the nanoseconds until there is one, or {@link #RETIRED}
     */
    long take(long now, long perToken, long capacity) {
        while (true) {
            long full = get();
            if (full == NONE) {
                return RETIRED;
            }
            long next = (full - now > 0 ? full : now) + perToken;
            long wait = next - now - capacity;
            if (wait > 0) {
                return wait;
            }
            if (compareAndSet(full, next)) {
                return 0;
            }
        }
    }

    /** Gives back a token that was not used. */
    void giveBack(long perToken) {
        long full = get();
        while (full != NONE && !compareAndSet(full, full - perToken)) {
            full = get();
        }
    }

    /** Retires it if it is full. */
    boolean retire(long now) {
        long full = get();
        return full == NONE || (full - now <= 0 && compareAndSet(full, NONE));
    }
}
