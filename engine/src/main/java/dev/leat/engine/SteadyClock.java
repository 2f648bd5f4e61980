package dev.leat.engine;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time of day without jumps. It starts at the system clock and continues with the monotonic clock; after the system clock was
 * set, it runs a tenth faster or slower until both agree again. So a step of the clock
 * neither ends leases early nor keeps them for hours, and moments that are given by the calendar are met again in the end.
 */
final class SteadyClock implements InstantSource {
    private static final Logger LOG = LoggerFactory.getLogger(SteadyClock.class);
    private static final long SLEW = 10;
    private static final long NOTE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier wallMillis;
    private final LongSupplier steadyNanos;
    private final AtomicReference<Mark> last;

    /** That at this reading of the steady clock it was this time, in nanoseconds since 1970. */
    private record Mark(long steady, long time, boolean stepped) {}

    SteadyClock(LongSupplier wallMillis, LongSupplier steadyNanos) {
        this.wallMillis = wallMillis;
        this.steadyNanos = steadyNanos;
        this.last = new AtomicReference<>(new Mark(steadyNanos.getAsLong(), wallNanos(), false));
    }

    static SteadyClock system() {
        return new SteadyClock(System::currentTimeMillis, System::nanoTime);
    }

    private long wallNanos() {
        return TimeUnit.MILLISECONDS.toNanos(wallMillis.getAsLong());
    }

    @Override
    public long millis() {
        Mark before = last.get();
        long now = steadyNanos.getAsLong();
        long passed = now - before.steady;
        if (passed < NOTE_NANOS) {
            return TimeUnit.NANOSECONDS.toMillis(before.time + Math.max(0, passed));
        }
        long ahead = wallNanos() - before.time - passed;
        long slew = Math.max(-passed / SLEW, Math.min(passed / SLEW, ahead));
        boolean stepped = Math.abs(ahead) > STEP_NANOS;
        Mark next = new Mark(now, before.time + passed + slew, stepped);
        if (last.compareAndSet(before, next) && stepped && !before.stepped) {
            LOG.warn("the system's clock was set by {} s: catching up slowly", TimeUnit.NANOSECONDS.toSeconds(ahead));
        }
        return TimeUnit.NANOSECONDS.toMillis(next.time);
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }
}
