package dev.leat.http.stream;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that let caches merge equal long-polls for a while, and no longer: they count intervals of time. A client that brings
 * one which is not in the past gets a later one, so that it never meets the same cached answer again.
 */
final class Cursors {
    private static final long EPOCH = Instant.parse("2024-10-09T00:00:00Z").toEpochMilli();
    private static final long LARGEST_JUMP_MILLIS = 3_600_000;

    private final InstantSource clock;
    private final long interval;

    Cursors(InstantSource clock, Duration interval) {
        this.clock = clock;
        this.interval = Math.max(1, interval.toMillis());
    }

    long current() {
        return Math.floorDiv(clock.millis() - EPOCH, interval);
    }

    long next(@Nullable Long given) {
        return next(given, current());
    }

    long next(@Nullable Long given, long current) {
        if (given == null || given < current) {
            return current;
        }
        long jump = ThreadLocalRandom.current().nextLong(1, LARGEST_JUMP_MILLIS + 1);
        return given + Math.max(1, Math.ceilDiv(jump, interval));
    }
}
