package dev.leat.cache;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Micrometer meters of a {@link TaggedCache}: those of Caffeine ({@code cache.*}), and what only this cache knows ({@code leat.cache.*}). */
@SuppressWarnings("exports") // a program that binds them requires Micrometer itself
public final class CacheMetrics implements MeterBinder {

    private final TaggedCache<?, ?> cache;
    private final Tags tags;
    private final String name;

    /** @param name the value of the label {@code cache} */
    public CacheMetrics(TaggedCache<?, ?> cache, String name) {
        this.cache = cache;
        this.name = name;
        tags = Tags.of("cache", name);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        CaffeineCacheMetrics.monitor(registry, cache.caffeine(), name);
        Meters meters = new Meters(registry, cache, tags);
        meters.count("loads", Tags.of("result", "success"), "Loaders that returned.", CacheFigures::loads);
        meters.count("loads", Tags.of("result", "failure"), "Loaders that threw.", CacheFigures::failures);
        meters.count("joins", Tags.empty(), "Questions that joined a running load.", CacheFigures::joins);
        meters.count("refreshes", Tags.empty(), "Loads ahead of a value's end.", CacheFigures::refreshes);
        meters.count("discarded", Tags.empty(), "Values found invalidated.", CacheFigures::discarded);
        meters.count("uncached", Tags.empty(), "Values invalidated while they were loaded.", CacheFigures::uncached);
        meters.count("stand.ins", Tags.empty(), "Failures answered with an older value.", CacheFigures::standIns);
        for (String kind : cache.figures().invalidations().keySet()) {
            meters.count("invalidations", Tags.of("kind", kind), "Invalidations.", f -> sum(f.invalidations(), kind));
        }
        cache.onReason(
                registry,
                reason -> meters.count(
                        "flushes",
                        Tags.of("reason", reason),
                        "Times that everything was forgotten.",
                        f -> sum(f.flushes(), reason)));
        FunctionTimer.builder(
                        "leat.cache.load",
                        cache,
                        c -> c.figures().loads() + c.figures().failures(),
                        c -> c.figures().loadNanos(),
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .description("What loaders took.")
                .register(registry);
    }

    private static long sum(Map<String, Long> sums, String name) {
        return sums.getOrDefault(name, 0L);
    }

    /** Meters of one cache in one registry. */
    private record Meters(MeterRegistry registry, TaggedCache<?, ?> cache, Tags tags) {

        void count(String name, Tags more, String description, ToDoubleFunction<CacheFigures> figure) {
            FunctionCounter.builder("leat.cache." + name, cache, c -> figure.applyAsDouble(c.figures()))
                    .tags(tags.and(more))
                    .description(description)
                    .register(registry);
        }
    }
}
