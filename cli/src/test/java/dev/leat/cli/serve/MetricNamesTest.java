package dev.leat.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.figures.Figures;
import dev.leat.http.metrics.HttpMetrics;
import dev.leat.http.metrics.MetricsPage;
import dev.leat.http.metrics.Route;
import dev.leat.http.protocol.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dashboards and alerts remember names: a change of metrics.txt is a change for everybody who has some. */
class MetricNamesTest {
    private final AtomicInteger taken = new AtomicInteger();
    private Leat leat;
    private ServerMetrics metrics;
    private MetricsPage page;

    @BeforeEach
    void start() {
        leat = Leat.inMemory();
        Supplier<Figures> counting = () -> {
            taken.incrementAndGet();
            return leat.figures();
        };
        metrics = new ServerMetrics(counting);
        page = MetricsPage.of(metrics.registry()).orElseThrow();
        HttpMetrics http = new HttpMetrics(metrics.registry());
        HttpMetrics.bodies(metrics.registry(), () -> 0);
        HttpMetrics.unsent(metrics.registry(), () -> 0);
        http.started();
        http.finished(Route.STREAM_READ, HttpMethod.GET, 200, 1);
    }

    @AfterEach
    void stop() {
        metrics.close();
        leat.close();
    }

    @Test
    void aScrapeHasExactlyTheMetricsOfTheGoldenFile() throws IOException {
        assertThat(Scrape.of(page.render(null)).ours().stream().map(Scrape.Metric::line))
                .containsExactlyElementsOf(golden());
    }

    @Test
    void theDocumentationHasTheSameMetricsAndSentences() throws IOException {
        List<String> documented = Files.readAllLines(root().resolve("docs/metrics.md")).stream()
                .filter(line -> line.startsWith("| `leat_"))
                .toList();

        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(Scrape.of(page.render(null)).ours().stream()
                        .map(Scrape.Metric::row)
                        .toList());
    }

    @Test
    void theFiguresAreTakenOnceAScrape() {
        page.render(null);
        page.render("application/openmetrics-text");

        assertThat(taken).hasValue(2);
    }

    @Test
    void theProcessIsMeasuredToo() {
        assertThat(Scrape.of(page.render(null)).names())
                .contains(
                        "jvm_memory_used_bytes",
                        "jvm_gc_max_data_size_bytes",
                        "jvm_threads_live_threads",
                        "jvm_classes_loaded_classes",
                        "system_cpu_count",
                        "process_files_open_files",
                        "process_uptime_seconds");
    }

    @Test
    void whatTheEngineDidIsThere() {
        DurableStream stream = leat.stream("a");
        stream.create(StreamConfig.text());
        stream.append("hello");
        stream.append("you");

        assertThat(page.render(null).lines())
                .contains(
                        "leat_streams 1.0",
                        "leat_stream_appends_total 2.0",
                        "leat_messages_appended_bytes_total 8.0",
                        "leat_commits_total 3.0",
                        "leat_commit_calls_bucket{le=\"1.0\"} 3",
                        "leat_commit_calls_bucket{le=\"+Inf\"} 3",
                        "leat_commit_calls_sum 3.0",
                        "leat_engine_state{state=\"running\"} 1.0",
                        "leat_engine_state{state=\"failed\"} 0.0",
                        "leat_rejections_total{kind=\"stream_not_found\"} 0.0",
                        "leat_disk_free_bytes NaN");
    }

    private static List<String> golden() throws IOException {
        try (InputStream file = MetricNamesTest.class.getResourceAsStream("/metrics.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** The build runs the tests of a module in its directory. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("docs")) ? here : here.getParent();
    }
}
