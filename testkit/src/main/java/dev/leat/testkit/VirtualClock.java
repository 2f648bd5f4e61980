package dev.leat.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. Any thread may read it. */
public final class VirtualClock implements InstantSource {

    private final AtomicReference<Instant> now;

    public VirtualClock(Instant start) {
        now = new AtomicReference<>(start);
    }

    /** A clock at some moment that has nothing special about it. */
    public static VirtualClock create() {
        return new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    /** Sets the clock of a machine on which nothing runs. */
    public void setBack(Duration time) {
        now.updateAndGet(before -> before.minus(time));
    }

    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time does not go back: " + time);
        }
        now.updateAndGet(before -> before.plus(time));
    }
}
