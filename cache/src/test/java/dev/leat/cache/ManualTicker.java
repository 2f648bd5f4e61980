package dev.leat.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A ticker that stands still until a test moves it. It begins near the end of its range, as that of a JVM may. */
final class ManualTicker implements LongSupplier {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
