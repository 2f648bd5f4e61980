package dev.leat.http.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All metrics as text: in the format of Prometheus, or as OpenMetrics for clients that accept that. */
public final class MetricsPage {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final PrometheusMeterRegistry registry;

    public MetricsPage(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    /** The page of a registry, if it is one that has pages. */
    public static Optional<MetricsPage> of(MeterRegistry registry) {
        return registry instanceof PrometheusMeterRegistry prometheus
                ? Optional.of(new MetricsPage(prometheus))
                : Optional.empty();
    }

    /** @param accept the header of that name */
    public String contentType(@Nullable String accept) {
        boolean asked = accept != null && accept.toLowerCase(Locale.ROOT).contains("application/openmetrics-text");
        return asked ? OPEN_METRICS : TEXT;
    }

    /**
     * Reads everything, which asks the disk and the operating system, too: it blocks for milliseconds, so it must run on a worker
     * thread ({@code vertx.executeBlocking}) and never on an event loop.
     *
     * @param accept the header of that name
     */
    public String render(@Nullable String accept) {
        return registry.scrape(contentType(accept));
    }
}
