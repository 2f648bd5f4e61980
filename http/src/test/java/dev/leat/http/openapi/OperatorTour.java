package dev.leat.http.openapi;

import java.io.IOException;
import java.util.List;

/** Everything that those are answered who run the server, and those who got lost. */
final class OperatorTour {
    private final Servers servers;
    private final Tour tour;

    OperatorTour(Servers servers, Tour tour) {
        this.servers = servers;
        this.tour = tour;
    }

    void walk() throws IOException, InterruptedException {
        for (String method : List.of("GET", "HEAD")) {
            tour.row(200, new Ask(servers.open, method, "/"));
            tour.row(200, new Ask(servers.open, method, "/health/live"));
            tour.row(200, new Ask(servers.open, method, "/health/ready"));
            tour.row(503, new Ask(servers.bare, method, "/health/ready"));
            tour.row(200, new Ask(servers.open, method, "/openapi.yaml"));
            metrics(method);
        }
        for (String path : List.of("/", "/health/live", "/health/ready", "/openapi.yaml", "/metrics")) {
            tour.row(405, new Ask(servers.open, "POST", path));
        }
        tour.row(404, new Ask(servers.open, "GET", "/nothing"));
        backups();
        pages();
        tour.row(414, new Ask(servers.small, "GET", "/health/live?" + "x".repeat(Servers.HEADER_BYTES)));
        tour.row(431, new Ask(servers.small, "GET", "/health/live").with("X", "x".repeat(Servers.HEADER_BYTES)));
    }

    private void pages() throws IOException, InterruptedException {
        tour.row(403, new Ask(servers.open, "POST", "/v1/queues/q/purge").with("Origin", "https://example.org"));
        tour.row(403, new Ask(servers.open, "GET", "/v1/stream/s").with("Sec-Fetch-Dest", "script"));
        tour.row(415, new Ask(servers.open, "POST", "/v1/stream/s").text("x").with("Content-Encoding", "gzip"));
        String subscription = "/v1/stream/__ds/subscriptions/s";
        tour.row(415, new Ask(servers.open, "PUT", subscription).json("{}").with("Content-Encoding", "br"));
        tour.named(421, new Ask(servers.open, "GET", "/v1/streams"), "rebound.example.org");
    }

    private void backups() throws IOException, InterruptedException {
        String one = "/v1/backups/one";
        tour.row(404, new Ask(servers.backed, "GET", one));
        tour.row(202, new Ask(servers.backed, "PUT", one));
        tour.row(200, new Ask(servers.backed, "PUT", one));
        tour.row(200, new Ask(servers.backed, "GET", one));
        tour.row(202, new Ask(servers.copying, "PUT", one));
        tour.row(409, new Ask(servers.copying, "PUT", "/v1/backups/two"));
        tour.row(500, new Ask(servers.broken, "PUT", one));
        tour.row(405, new Ask(servers.backed, "DELETE", one));
        for (String method : List.of("PUT", "GET")) {
            tour.row(400, new Ask(servers.backed, method, "/v1/backups/..%2Fdata"));
            tour.row(401, new Ask(servers.guarded, method, one));
            tour.row(403, new Ask(servers.guarded, method, one).with("Authorization", servers.weak()));
            tour.row(404, new Ask(servers.open, method, one));
            tour.row(429, new Ask(servers.busy, method, one));
        }
    }

    private void metrics(String method) throws IOException, InterruptedException {
        tour.row(200, new Ask(servers.open, method, "/metrics"));
        tour.row(200, new Ask(servers.open, method, "/metrics").with("Accept", "application/openmetrics-text"));
        tour.row(401, new Ask(servers.guarded, method, "/metrics").with("Authorization", "Basic eA=="));
        tour.row(403, new Ask(servers.guarded, method, "/metrics").with("Authorization", servers.weak()));
        tour.row(200, new Ask(servers.guarded, method, "/metrics").with("Authorization", servers.strong()));
        tour.row(404, new Ask(servers.bare, method, "/metrics"));
        tour.row(429, new Ask(servers.busy, method, "/metrics"));
        tour.row(400, new Ask(servers.guarded, method, "/metrics").twice("Authorization", servers.strong()));
    }
}
