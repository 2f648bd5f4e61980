package dev.leat.outbox.relay;

import dev.leat.outbox.spi.RouteCounters;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Counters of what this process has done on a route since it started. */
public final class RouteMeter {

    public final LongAdder done = new LongAdder();
    public final LongAdder retried = new LongAdder();
    public final LongAdder dead = new LongAdder();
    public final LongAdder released = new LongAdder();
    /** Rows that were settled too late: another worker had them by then. */
    public final LongAdder fenced = new LongAdder();
    /** Rows whose lease ran out, here or elsewhere, and which this process made ready again. */
    public final LongAdder leaseLost = new LongAdder();

    public final LongAdder wokenHere = new LongAdder();
    public final LongAdder wokenByNotify = new LongAdder();
    public final LongAdder polled = new LongAdder();
    public final LongAdder handOffs = new LongAdder();
    public final LongAdder handOffNanos = new LongAdder();

    /** Returns how many attempts have come to an end: done, failed or dead. */
    long settled() {
        return done.sum() + retried.sum() + dead.sum();
    }

    public RouteCounters read() {
        return new RouteCounters(
                done.sum(),
                retried.sum(),
                dead.sum(),
                released.sum(),
                fenced.sum(),
                leaseLost.sum(),
                wokenHere.sum(),
                wokenByNotify.sum(),
                polled.sum(),
                handOffs.sum(),
                Duration.ofNanos(handOffNanos.sum()));
    }
}
