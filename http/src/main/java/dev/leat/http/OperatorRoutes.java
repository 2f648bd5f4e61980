package dev.leat.http;

import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Problem;
import dev.leat.http.metrics.MetricsPage;
import dev.leat.http.metrics.Route;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Routes for operators: health, metrics, and the API's description. */
final class OperatorRoutes {
    private static final String JSON = "application/json";
    private static final String WHERE_TO_GO = """
            {
              "server": "Leat",
              "streams": "/v1/streams",
              "stream": "/v1/stream/{path}",
              "queues": "/v1/queues",
              "queue": "/v1/queues/{queue}",
              "presence": "/v1/presence",
              "health": "/health/ready",
              "metrics": "/metrics",
              "description": "/openapi.yaml",
              "documentation": "https://leat.dev"
            }
            """;

    private final Health health;
    private final @Nullable MetricsPage metrics;
    private final byte[] openApi;

    /** @param metrics null if no metrics are collected */
    OperatorRoutes(Health health, @Nullable MetricsPage metrics) {
        this.health = health;
        this.metrics = metrics;
        this.openApi = OpenApiDocument.text().getBytes(StandardCharsets.UTF_8);
    }

    /** Answers with the list of the server's routes. */
    void root(Exchange exchange) {
        exchange.is(Route.ROOT);
        if (isRead(exchange)) {
            exchange.answer(200)
                    .putHeader(HeaderNames.CONTENT_TYPE, JSON)
                    .putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
            exchange.end(WHERE_TO_GO.getBytes(StandardCharsets.UTF_8));
        }
    }

    void live(Exchange exchange) {
        exchange.is(Route.HEALTH);
        report(exchange, health.live(), false);
    }

    /** @param detailed whether the caller may know what was found to be damaged */
    void ready(Exchange exchange, boolean detailed) {
        exchange.is(Route.HEALTH);
        report(exchange, health.ready(), detailed);
    }

    private static void report(Exchange exchange, Health.Report report, boolean detailed) {
        if (isRead(exchange)) {
            exchange.answer(report.code())
                    .putHeader(HeaderNames.CONTENT_TYPE, JSON)
                    .putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
            exchange.end(report.json(detailed).getBytes(StandardCharsets.UTF_8));
        }
    }

    void openApi(Exchange exchange) {
        exchange.is(Route.OPENAPI);
        if (isRead(exchange)) {
            exchange.answer(200)
                    .putHeader(HeaderNames.CONTENT_TYPE, "application/yaml")
                    .putHeader(HeaderNames.CACHE_CONTROL, "public, max-age=300");
            exchange.end(openApi);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handled below
    void metrics(Exchange exchange) {
        exchange.is(Route.METRICS);
        MetricsPage page = metrics;
        if (page == null) {
            exchange.refuse(Problem.of(404, "route-not-found", "this server collects no metrics"));
            return;
        }
        if (!isRead(exchange)) {
            return;
        }
        String accept = exchange.header(HeaderNames.ACCEPT);
        exchange.context()
                .inBackground(() -> page.render(accept))
                .whenComplete((text, failure) -> exchange.loop()
                        .run(() -> exchange.attempt(() -> {
                            if (failure != null) {
                                throw new IllegalStateException("metrics could not be read", failure);
                            }
                            exchange.answer(200)
                                    .putHeader(HeaderNames.CONTENT_TYPE, page.contentType(accept))
                                    .putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
                            exchange.end(text.getBytes(StandardCharsets.UTF_8));
                        })));
    }

    private static boolean isRead(Exchange exchange) {
        boolean read = exchange.method().name().equals("GET")
                || exchange.method().name().equals("HEAD");
        if (!read) {
            exchange.refuse(Problem.of(405, "method-not-allowed", "this can only be read")
                    .with(HeaderNames.ALLOW, "GET, HEAD"));
        }
        return read;
    }
}
