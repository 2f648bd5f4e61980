package dev.leat.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call that was refused for now: the engine or server is closing, recovering or overloaded, a rate is exceeded, too many receives
 * wait, too many files are open, or a queue, the memory for metadata or the disk is full. The same call can succeed later, unchanged.
 */
public final class UnavailableException extends RejectedException {
    private static final long serialVersionUID = 1L;

    /** For refusals that do not say how long they last. */
    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    UnavailableException(Rejection rejection, boolean traced) {
        super(rejection, traced);
    }

    /** Returns how long to wait before the call is worth repeating. */
    public Duration retryAfter() {
        Duration wait = retryAfter(rejection());
        return wait == null ? A_MOMENT : wait;
    }

    /** Returns how long a rejection asks callers to wait; null if waiting does not help. */
    static @Nullable Duration retryAfter(Rejection rejection) {
        if (rejection instanceof Rejection.QueueFull full) {
            return full.retryAfter();
        } else if (rejection instanceof Rejection.DiskFull) {
            return A_MOMENT;
        }
        boolean waits = rejection instanceof Rejection.Busy
                || rejection instanceof Rejection.Unavailable
                || rejection instanceof Rejection.TooManyWaiters;
        return waits ? ((Rejection.Retryable) rejection).retryAfter() : null;
    }
}
