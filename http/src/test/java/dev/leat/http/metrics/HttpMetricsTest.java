package dev.leat.http.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.protocol.HttpMethod;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpMetrics metrics = new HttpMetrics(registry);
    private final MetricsPage page = new MetricsPage(registry);

    @Test
    void aRequestIsCountedByRouteMethodAndClassOfStatus() {
        finish(Route.STREAM_APPEND, HttpMethod.POST, 204);
        finish(Route.STREAM_APPEND, HttpMethod.POST, 200);
        finish(Route.STREAM_APPEND, HttpMethod.POST, 409);

        assertThat(page.render(null))
                .contains(
                        "leat_http_requests_seconds_count{method=\"post\",route=\"stream_append\",status=\"2xx\"} 2",
                        "leat_http_requests_seconds_count{method=\"post\",route=\"stream_append\",status=\"4xx\"} 1",
                        "{method=\"post\",route=\"stream_append\",status=\"2xx\",le=\"0.0025\"} 2");
    }

    @Test
    void whatClientsInventDoesNotMakeNewSeries() {
        for (int i = 0; i < 100; i++) {
            finish(Route.OTHER, HttpMethod.of("M" + i), 600 + i);
        }
        finish(Route.OTHER, HttpMethod.OTHER, 0);

        assertThat(page.render(null).lines().filter(line -> line.startsWith("leat_http_requests_seconds_count")))
                .containsExactly(
                        "leat_http_requests_seconds_count{method=\"other\",route=\"other\",status=\"none\"} 101");
    }

    @Test
    void everySeriesHasItsOwnPlace() {
        for (Route route : Route.values()) {
            for (HttpMethod method : List.of(HttpMethod.GET, HttpMethod.OPTIONS, HttpMethod.OTHER)) {
                for (int status : new int[] {0, 100, 599}) {
                    finish(route, method, status);
                }
            }
        }

        assertThat(page.render(null).lines().filter(line -> line.startsWith("leat_http_requests_seconds_count")))
                .hasSize(Route.values().length * 9)
                .allMatch(line -> line.endsWith(" 1"));
    }

    @Test
    void whatComesAndGoesIsShownWhileItIsThere() {
        metrics.started();
        metrics.connected();
        metrics.connected();
        metrics.disconnected();
        metrics.followed(FollowerKind.SSE);
        metrics.followed(FollowerKind.LONG_POLL);
        metrics.unfollowed(FollowerKind.LONG_POLL);
        metrics.cut();
        metrics.refused(Refusal.RATE);
        metrics.received(100);
        metrics.sent(7);

        assertThat(page.render(null).lines())
                .contains(
                        "leat_http_requests_in_flight 1.0",
                        "leat_http_connections 1.0",
                        "leat_http_connections_opened_total 2.0",
                        "leat_http_followers{kind=\"sse\"} 1.0",
                        "leat_http_followers{kind=\"long_poll\"} 0.0",
                        "leat_http_followers_cut_total 1.0",
                        "leat_http_requests_refused_total{reason=\"rate\"} 1.0",
                        "leat_http_requests_refused_total{reason=\"auth\"} 0.0",
                        "leat_http_received_bytes_total 100.0",
                        "leat_http_sent_bytes_total 7.0");
    }

    @Test
    void nothingIsLostWhereEventLoopsMeet() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < 10_000; n++) {
                    finish(Route.STREAM_READ, HttpMethod.GET, 200);
                    metrics.sent(3);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(page.render(null).lines())
                .contains(
                        "leat_http_requests_seconds_count{method=\"get\",route=\"stream_read\",status=\"2xx\"} 40000",
                        "leat_http_requests_in_flight 0.0",
                        "leat_http_sent_bytes_total 120000.0");
    }

    @Test
    void openMetricsIsForThoseWhoAskForIt() {
        String prometheus = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1";

        assertThat(page.contentType(null)).startsWith("text/plain; version=0.0.4");
        assertThat(page.contentType("*/*")).startsWith("text/plain; version=0.0.4");
        assertThat(page.contentType(prometheus)).startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(page.render(prometheus)).endsWith("# EOF\n");
        assertThat(page.render(null)).doesNotContain("# EOF");
    }

    @Test
    void aRegistryOfAnotherKindTakesTheRestAndHasNoPage() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        HttpMetrics other = new HttpMetrics(simple);

        other.started();
        other.finished(Route.HEALTH, HttpMethod.GET, 200, 1);
        other.sent(5);

        assertThat(simple.get("leat.http.sent").functionCounter().count()).isEqualTo(5);
        assertThat(MetricsPage.of(simple)).isEmpty();
        assertThat(MetricsPage.of(registry)).isPresent();
    }

    private void finish(Route route, HttpMethod method, int status) {
        metrics.started();
        metrics.finished(route, method, status, 2_000_000);
    }
}
