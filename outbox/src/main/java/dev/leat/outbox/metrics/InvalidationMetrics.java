package dev.leat.outbox.metrics;

import dev.leat.outbox.InvalidationStatus;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.Wait;
import dev.leat.outbox.WaitOutcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Meters of the invalidations on a node and of its waits, named {@code leat.outbox.…} with the tag {@code ns}. */
final class InvalidationMetrics implements MeterBinder {

    private final Outbox outbox;

    InvalidationMetrics(Outbox outbox) {
        this.outbox = outbox;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("ns", outbox.namespace());
        TimeGauge.builder(
                        "leat.outbox.tail.lag",
                        outbox,
                        TimeUnit.MILLISECONDS,
                        box -> box.invalidationStatus().lag().toMillis())
                .description("how long ago the caches were known to be right")
                .tags(tags)
                .register(registry);
        Gauge.builder(
                        "leat.outbox.tail.remembered",
                        outbox,
                        box -> box.invalidationStatus().remembered())
                .description("transactions that may still commit invalidations")
                .tags(tags)
                .register(registry);
        Gauge.builder(
                        "leat.outbox.tail.holes",
                        outbox,
                        box -> box.invalidationStatus().holes())
                .description("rows that are missing, where transactions have no numbers")
                .tags(tags)
                .register(registry);
        Gauge.builder(
                        "leat.outbox.cache.dirty",
                        outbox,
                        box -> box.invalidationStatus().alerts().size())
                .description(
                        "caches that may be stale: they could not apply an invalidation, and could not be flushed since")
                .tags(tags)
                .register(registry);
        count(registry, "cache.flush.failed", tags, InvalidationStatus::flushFailures);
        count(registry, "tail.applied", tags, InvalidationStatus::applied);
        count(registry, "tail.purged", tags, InvalidationStatus::purged);
        InvalidationStatus now = outbox.invalidationStatus();
        for (String reason : now.flushes().keySet()) {
            count(
                    registry,
                    "cache.flush",
                    tags.and("reason", reason),
                    status -> status.flushes().getOrDefault(reason, 0L));
        }
        for (String source : now.wakeups().keySet()) {
            count(
                    registry,
                    "tail.wakeups",
                    tags.and("source", source),
                    status -> status.wakeups().getOrDefault(source, 0L));
        }
        waits(registry, tags);
    }

    private void waits(MeterRegistry registry, Tags tags) {
        for (Wait.Until until : Wait.Until.values()) {
            for (WaitOutcome.Result result : WaitOutcome.Result.values()) {
                Tags both = tags.and("mode", word(until), "outcome", word(result));
                count(registry, "wait", both, status -> status.waited(until, result));
            }
        }
    }

    private static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }

    private void count(MeterRegistry registry, String name, Tags tags, ToLongFunction<InvalidationStatus> number) {
        FunctionCounter.builder("leat.outbox." + name, outbox, box -> number.applyAsLong(box.invalidationStatus()))
                .tags(tags)
                .register(registry);
    }
}
