package dev.leat.outbox.metrics;

import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxStatus;
import dev.leat.outbox.spi.RouteCounters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meters of the routes that this node knows, {@code leat.outbox.…} with the tags {@code ns} and {@code route}: rows of all of them,
 * and what it does itself of those that it hands on; and how it follows invalidations. Rows are counted in the database at most every few
 * seconds, however often the meters are read.
 */
@SuppressWarnings("exports") // a program that binds them requires Micrometer itself
public final class OutboxMetrics implements MeterBinder {

    private static final Logger LOG = LoggerFactory.getLogger(OutboxMetrics.class);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Outbox outbox;
    private @Nullable OutboxStatus status;
    private long readAt;

    /** Creates the meters of an outbox; {@link #bindTo} registers them. */
    public OutboxMetrics(Outbox outbox) {
        this.outbox = outbox;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String route : outbox.routeNames()) {
            rows(registry, route, tags(route));
        }
        for (String route : outbox.handedOnHere()) {
            handOffs(registry, route, tags(route));
        }
        new InvalidationMetrics(outbox).bindTo(registry);
    }

    private Tags tags(String route) {
        return Tags.of("ns", outbox.namespace(), "route", route);
    }

    private void rows(MeterRegistry registry, String route, Tags tags) {
        gauge(registry, "ready", "rows that wait", tags, route, OutboxStatus.RouteStatus::ready);
        gauge(registry, "claimed", "rows that are with a worker", tags, route, OutboxStatus.RouteStatus::claimed);
        gauge(registry, "dead", "rows that were given up", tags, route, OutboxStatus.RouteStatus::dead);
        gauge(registry, "paused", "1 if no relay takes rows", tags, route, now -> now.paused() ? 1 : 0);
        gauge(registry, "attempts", "of rows that are there", tags, route, OutboxStatus.RouteStatus::attempts);
        TimeGauge.builder(
                        "leat.outbox.last.handed.off",
                        this,
                        TimeUnit.MILLISECONDS,
                        metrics -> metrics.value(route, Double.NaN, OutboxMetrics::lastHandOff))
                .strongReference(true)
                .description("when a row was last handed on, since 1970; not a number if never")
                .tags(tags)
                .register(registry);
        TimeGauge.builder(
                        "leat.outbox.oldest.ready",
                        this,
                        TimeUnit.MILLISECONDS,
                        metrics -> metrics.value(route, now -> now.oldestReady().toMillis()))
                .strongReference(true)
                .description("how long the oldest ready row has been due")
                .tags(tags)
                .register(registry);
    }

    private static double lastHandOff(OutboxStatus.RouteStatus now) {
        return now.lastHandOff() == null ? Double.NaN : now.lastHandOff().toEpochMilli();
    }

    private void handOffs(MeterRegistry registry, String route, Tags tags) {
        Gauge.builder("leat.outbox.alerts", outbox, box -> box.alerts(route).size())
                .description("what does not get on by itself")
                .tags(tags)
                .register(registry);
        count(registry, "handed.off", tags.and("result", "done"), route, RouteCounters::done);
        count(registry, "handed.off", tags.and("result", "retried"), route, RouteCounters::retried);
        count(registry, "handed.off", tags.and("result", "dead"), route, RouteCounters::dead);
        count(registry, "handed.off", tags.and("result", "released"), route, RouteCounters::released);
        count(registry, "fenced", tags, route, RouteCounters::fenced);
        count(registry, "lease.lost", tags, route, RouteCounters::leaseLost);
        count(registry, "wakeups", tags.and("source", "here"), route, RouteCounters::wokenHere);
        count(registry, "wakeups", tags.and("source", "notify"), route, RouteCounters::wokenByNotify);
        count(registry, "wakeups", tags.and("source", "poll"), route, RouteCounters::polled);
        FunctionTimer.builder(
                        "leat.outbox.attempt",
                        outbox,
                        box -> box.counters(route).handOffs(),
                        box -> box.counters(route).handOffTime().toNanos(),
                        TimeUnit.NANOSECONDS)
                .description("calls of the sink")
                .tags(tags)
                .register(registry);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String description,
            Tags tags,
            String route,
            ToDoubleFunction<OutboxStatus.RouteStatus> number) {
        Gauge.builder("leat.outbox." + name, this, metrics -> metrics.value(route, number))
                .strongReference(true)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void count(
            MeterRegistry registry, String name, Tags tags, String route, ToLongFunction<RouteCounters> number) {
        FunctionCounter.builder("leat.outbox." + name, outbox, box -> number.applyAsLong(box.counters(route)))
                .tags(tags)
                .register(registry);
    }

    private double value(String route, ToDoubleFunction<OutboxStatus.RouteStatus> number) {
        return value(route, 0, number);
    }

    /** Not a number while the database does not answer. */
    private double value(String route, double unused, ToDoubleFunction<OutboxStatus.RouteStatus> number) {
        OutboxStatus now = current();
        return now == null
                ? Double.NaN
                : now.route(route).map(number::applyAsDouble).orElse(unused);
    }

    private synchronized @Nullable OutboxStatus current() {
        if (readAt == 0 || System.nanoTime() - readAt > FRESH_NANOS) {
            readAt = System.nanoTime();
            try {
                status = outbox.status();
            } catch (SQLException e) {
                LOG.debug("no status for metrics", e);
                status = null;
            }
        }
        return status;
    }
}
