package dev.leat.engine.scrub;

import dev.leat.engine.settings.ScrubSettings;
import java.time.Duration;

/**
 * How fast a scrub cycle reads: what is left to read is spread evenly over the time that is left, but never slower than 1 MiB a
 * second, so that a small directory is done soon, and never faster than the setting.
 *
 * <p>A cycle has half of {@link ScrubSettings#every}: bytes that are compared early in one cycle and late in the next are then no
 * further apart than the setting says.
 */
record ScrubPace(long mostBytesPerSecond) {
    static final long LEAST_BYTES_PER_SECOND = 1 << 20;

    /** What one read costs the disk, however short it is. */
    static final int READ_COST = 16 << 10;

    private static final double NANOS = 1e9;

    /** How long a cycle may take if everything is to be compared that often. */
    static Duration cycle(Duration every) {
        return every.dividedBy(2);
    }

    /** Bytes a second, for so many bytes in so much time; the most there may be if the time is over. */
    long rate(long bytesLeft, Duration timeLeft) {
        if (!timeLeft.isPositive()) {
            return mostBytesPerSecond;
        }
        long even = bytesLeft / Math.max(1, timeLeft.toSeconds());
        return Math.min(mostBytesPerSecond, Math.max(LEAST_BYTES_PER_SECOND, even));
    }

    /** How long to wait after a read of so many bytes, at a rate. */
    static long waitNanos(long bytesRead, long rate) {
        return (long) ((double) Math.max(bytesRead, READ_COST) * NANOS / (double) rate);
    }

    /** Whether a cycle may wait while readers wait for the disk: as long as the setting's rate still suffices for what is left. */
    boolean mayYield(long bytesLeft, Duration timeLeft) {
        return timeLeft.isPositive() && bytesLeft / mostBytesPerSecond < timeLeft.toSeconds();
    }
}
