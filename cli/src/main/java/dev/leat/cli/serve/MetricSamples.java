package dev.leat.cli.serve;

import dev.leat.storage.meter.Distribution;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;
import java.util.Map;

/** Collects metrics of one moment. Names are those of a scrape, without the {@code _total} of counters. */
final class MetricSamples {
    private static final double NANOS = 1e9;

    private final MetricSnapshots.Builder all = MetricSnapshots.builder();

    void gauge(String name, String help, Number value) {
        GaugeDataPointSnapshot point =
                GaugeDataPointSnapshot.builder().value(value.doubleValue()).build();
        all.metricSnapshot(
                GaugeSnapshot.builder().name(name).help(help).dataPoint(point).build());
    }

    void gauges(String name, String help, String label, Map<String, ? extends Number> values) {
        GaugeSnapshot.Builder gauges = GaugeSnapshot.builder().name(name).help(help);
        values.forEach((key, value) -> gauges.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(Labels.of(label, key))
                .value(value.doubleValue())
                .build()));
        all.metricSnapshot(gauges.build());
    }

    void counter(String name, String help, long value) {
        CounterDataPointSnapshot point =
                CounterDataPointSnapshot.builder().value((double) value).build();
        all.metricSnapshot(
                CounterSnapshot.builder().name(name).help(help).dataPoint(point).build());
    }

    void counters(String name, String help, String label, Map<String, Long> values) {
        CounterSnapshot.Builder counters = CounterSnapshot.builder().name(name).help(help);
        values.forEach((key, value) -> counters.dataPoint(CounterDataPointSnapshot.builder()
                .labels(Labels.of(label, key))
                .value(value)
                .build()));
        all.metricSnapshot(counters.build());
    }

    /** @param nanos shown in seconds */
    void seconds(String name, String help, Distribution nanos) {
        histogram(name, help, nanos, NANOS);
    }

    void sizes(String name, String help, Distribution sizes) {
        histogram(name, help, sizes, 1);
    }

    private void histogram(String name, String help, Distribution seen, double unit) {
        double[] bounds = Arrays.copyOf(
                Arrays.stream(seen.bounds()).mapToDouble(bound -> bound / unit).toArray(), seen.counts().length);
        bounds[bounds.length - 1] = Double.POSITIVE_INFINITY;
        HistogramDataPointSnapshot point = HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, seen.counts()))
                .sum(seen.sum() / unit)
                .build();
        all.metricSnapshot(HistogramSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(point)
                .build());
    }

    MetricSnapshots build() {
        return all.build();
    }
}
