package dev.leat.http.metrics;

import dev.leat.http.protocol.HttpMethod;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** How long requests took: a histogram for each route, method and class of status that occurred, found by their numbers. */
final class RequestTimes implements MultiCollector {
    private static final List<HttpMethod> METHODS = List.of(
            HttpMethod.GET,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.PATCH,
            HttpMethod.HEAD,
            HttpMethod.DELETE,
            HttpMethod.OPTIONS);
    private static final int METHOD_COUNT = METHODS.size() + 1;
    private static final int CLASSES = 6;
    private static final Route[] ROUTES = Route.values();

    private final AtomicReferenceArray<@Nullable LatencyHistogram> table =
            new AtomicReferenceArray<>(ROUTES.length * METHOD_COUNT * CLASSES);

    @SuppressWarnings(
            "EnumOrdinal") // the table lives as long as the enum, and a map look-up would cost as much as the rest
    void record(Route route, HttpMethod method, int status, long nanos) {
        int index = (route.ordinal() * METHOD_COUNT + number(method)) * CLASSES + statusClass(status);
        LatencyHistogram known = table.get(index);
        (known == null ? add(index) : known).record(nanos);
    }

    private LatencyHistogram add(int index) {
        LatencyHistogram fresh = new LatencyHistogram();
        LatencyHistogram other = table.compareAndExchange(index, null, fresh);
        return other == null ? fresh : other;
    }

    /** The methods that are served; all others count as one, because a client may invent them. */
    private static int number(HttpMethod method) {
        int number = 0;
        while (number < METHODS.size() && !METHODS.get(number).equals(method)) {
            number++;
        }
        return number;
    }

    private static int statusClass(int status) {
        int hundreds = status / 100;
        return hundreds < CLASSES && hundreds > 0 ? hundreds : 0;
    }

    @Override
    public MetricSnapshots collect() {
        HistogramSnapshot.Builder all = HistogramSnapshot.builder()
                .name("leat_http_requests_seconds")
                .help("How long requests took, from their head to the last byte of the answer.");
        for (int index = 0; index < table.length(); index++) {
            LatencyHistogram histogram = table.get(index);
            if (histogram != null) {
                all.dataPoint(histogram.snapshot(labels(index)));
            }
        }
        return MetricSnapshots.of(all.build());
    }

    private static Labels labels(int index) {
        int statusClass = index % CLASSES;
        int method = index / CLASSES % METHOD_COUNT;
        return Labels.of(
                "route",
                ROUTES[index / CLASSES / METHOD_COUNT].label(),
                "method",
                method == METHODS.size() ? "other" : METHODS.get(method).name().toLowerCase(Locale.ROOT),
                "status",
                statusClass == 0 ? "none" : statusClass + "xx");
    }
}
