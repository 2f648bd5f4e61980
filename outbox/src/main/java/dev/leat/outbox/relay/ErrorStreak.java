package dev.leat.outbox.relay;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A streak of errors: logged once when it begins and once when it ends, with growing pauses between tries. */
public final class ErrorStreak {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorStreak.class);
    private static final long FIRST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 10_000;

    private final String who;
    private int streak;

    public ErrorStreak(String who) {
        this.who = who;
    }

    /** Returns how long to wait before the next try. */
    public long seen(Throwable error) {
        if (streak++ == 0) {
            LOG.warn("{}: failed, and is tried again: {}", who, error.toString());
        }
        return Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(streak - 1, 10));
    }

    public void over() {
        if (streak > 0) {
            LOG.info("{}: works again after {} errors", who, streak);
            streak = 0;
        }
    }
}
