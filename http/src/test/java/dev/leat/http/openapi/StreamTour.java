package dev.leat.http.openapi;

import java.io.IOException;
import java.util.List;

/** Everything that can be answered about streams. */
final class StreamTour {
    private static final String ROOT = "/v1/stream/";

    private final Servers servers;
    private final Tour tour;

    StreamTour(Servers servers, Tour tour) {
        this.servers = servers;
        this.tour = tour;
    }

    void walk() throws IOException, InterruptedException {
        creates();
        forks();
        appends();
        producers();
        reads();
        follows();
        describes();
        deletes();
        crosses();
        lists();
        for (String method : List.of("PUT", "POST", "GET", "HEAD", "DELETE")) {
            refuses(method);
        }
    }

    private Ask open(String method, String target) {
        return new Ask(servers.open, method, ROOT + target);
    }

    private void creates() throws IOException, InterruptedException {
        tour.row(201, open("PUT", "text").text("hello").with("X-Request-Id", "r-1"));
        tour.row(200, open("PUT", "text").text(""));
        tour.row(409, open("PUT", "text").json("[]"));
        tour.row(201, open("PUT", "json").json("[1, {\"a\": 2}]").with("Stream-TTL", "3600"));
        tour.row(201, open("PUT", "bytes"));
        tour.row(201, open("PUT", "ended").text("all").with("Stream-Closed", "true"));
        tour.row(200, open("PUT", "ended").text("all").with("Stream-Closed", "true"));
        tour.row(201, open("PUT", "dated").with("Stream-Expires-At", "2999-01-01T00:00:00Z"));
        tour.row(201, open("PUT", "big").text("x".repeat(5000)));
        tour.row(400, open("PUT", "bad").with("Stream-TTL", "1.5"));
        tour.row(400, open("PUT", "bad").with("Stream-Expires-At", "soon"));
        tour.row(400, open("PUT", "bad").with("Content-Type", "x".repeat(300)));
        tour.row(400, open("PUT", "bad").json("{"));
        tour.row(413, small("PUT", "long").text("x".repeat(Servers.BODY_BYTES + 1)));
        tour.row(507, small("PUT", "full").text("x".repeat(Servers.STREAM_BYTES + 1)));
        tour.unfinished(small("PUT", "late"));
    }

    private Ask small(String method, String target) {
        return new Ask(servers.small, method, ROOT + target);
    }

    private void forks() throws IOException, InterruptedException {
        tour.row(201, fork("fork", "text"));
        tour.row(404, fork("orphan", "nobody"));
        tour.row(400, fork("far", "text").with("Stream-Fork-Offset", "9999999999999999_9999999999999999"));
        tour.row(400, fork("odd", "text").with("Stream-Fork-Offset", "x"));
        tour.row(400, open("PUT", "odd").with("Stream-Forked-From", "text"));
        tour.row(409, fork("mixed", "text").with("Content-Type", "application/json"));
        tour.row(201, open("PUT", "parent").text("x"));
        tour.row(201, fork("child", "parent"));
        tour.row(204, open("DELETE", "parent"));
        tour.row(409, fork("late-child", "parent"));
        tour.row(409, open("PUT", "parent").text("x"));
        for (String method : List.of("GET", "HEAD", "DELETE")) {
            tour.row(410, open(method, "parent"));
        }
        tour.row(410, open("POST", "parent").text("x"));
    }

    private Ask fork(String path, String source) {
        return open("PUT", path).with("Stream-Forked-From", ROOT + source);
    }

    private void appends() throws IOException, InterruptedException {
        tour.row(204, open("POST", "text").text(" world").with("Stream-Seq", "5"));
        tour.row(409, open("POST", "text").text("again").with("Stream-Seq", "5"));
        tour.row(400, open("POST", "text").text("x").with("Stream-Seq", "5".repeat(1025)));
        tour.row(409, open("POST", "text").json("1"));
        tour.row(400, open("POST", "text").text(""));
        tour.row(400, open("POST", "text").bare("no type"));
        tour.row(400, open("POST", "json").json("{"));
        tour.row(409, open("POST", "ended").text("more"));
        tour.row(404, open("POST", "nobody").text("x"));
        tour.row(201, open("PUT", "closing").text(""));
        tour.row(204, open("POST", "closing").text("the end").with("Stream-Closed", "true"));
        tour.row(204, open("POST", "closing").with("Stream-Closed", "true"));
        tour.row(413, small("POST", "long").text("x".repeat(Servers.BODY_BYTES + 1)));
        tour.row(201, small("PUT", "full").text(""));
        tour.row(507, small("POST", "full").text("x".repeat(Servers.STREAM_BYTES + 1)));
        tour.unfinished(small("POST", "full"));
    }

    private void producers() throws IOException, InterruptedException {
        tour.row(201, open("PUT", "produced").text(""));
        tour.row(200, stamped(0, 0).text("a"));
        tour.row(204, stamped(0, 0).text("a"));
        tour.row(409, stamped(0, 7).text("a"));
        tour.row(400, stamped(1, 7).text("a"));
        tour.row(200, stamped(1, 0).text("b"));
        tour.row(403, stamped(0, 1).text("a"));
        tour.row(400, open("POST", "produced").text("a").with("Producer-Id", "p"));
        tour.row(200, stamped(1, 1).text("z").with("Stream-Closed", "true"));
        tour.row(204, stamped(1, 1).text("z").with("Stream-Closed", "true"));
    }

    private Ask stamped(int epoch, int seq) {
        return open("POST", "produced")
                .with("Producer-Id", "p")
                .with("Producer-Epoch", Integer.toString(epoch))
                .with("Producer-Seq", Integer.toString(seq));
    }

    private void reads() throws IOException, InterruptedException {
        Answer text = tour.row(200, open("GET", "text").with("Origin", "https://example.org"));
        tour.row(304, open("GET", "text").with("If-None-Match", text.header("ETag")));
        tour.row(200, open("GET", "text?offset=" + text.header("Stream-Next-Offset")));
        tour.row(200, open("GET", "text?offset=now"));
        tour.row(200, open("GET", "json?offset=-1"));
        tour.row(200, open("GET", "bytes"));
        tour.row(200, open("GET", "ended"));
        tour.row(200, open("GET", "big").with("Accept-Encoding", "gzip"));
        tour.row(404, open("GET", "nobody"));
        tour.row(404, open("GET", "__ds"));
        tour.row(400, open("GET", "text?offset=yesterday"));
        tour.row(400, open("GET", "text?offset=-1&offset=-1"));
        tour.row(400, open("GET", "text?live=sse"));
    }

    private void follows() throws IOException, InterruptedException {
        Answer polled = tour.row(200, open("GET", "text?offset=-1&live=long-poll"));
        String cursor = "&cursor=" + polled.header("Stream-Cursor");
        tour.row(200, open("GET", "text?offset=-1&live=long-poll" + cursor));
        tour.row(304, open("GET", "text?offset=-1&live=long-poll").with("If-None-Match", polled.header("ETag")));
        tour.row(204, open("GET", "text?offset=now&live=long-poll"));
        tour.row(204, open("GET", "ended?offset=now&live=long-poll"));
        tour.row(404, open("GET", "nobody?offset=now&live=long-poll"));
        tour.row(200, open("GET", "ended?offset=-1&live=sse"));
        tour.row(404, open("GET", "nobody?offset=-1&live=sse"));
        tour.row(
                201,
                open("PUT", "binary")
                        .with("Content-Type", "image/png")
                        .bare("png")
                        .with("Stream-Closed", "true"));
        tour.row(200, open("GET", "binary?offset=-1&live=sse"));
    }

    private void describes() throws IOException, InterruptedException {
        tour.row(200, open("HEAD", "text"));
        tour.row(200, open("HEAD", "json"));
        tour.row(200, open("HEAD", "dated"));
        tour.row(200, open("HEAD", "ended"));
        tour.row(404, open("HEAD", "nobody"));
    }

    private void deletes() throws IOException, InterruptedException {
        tour.row(204, open("DELETE", "dated"));
        tour.row(404, open("DELETE", "dated"));
    }

    private void crosses() throws IOException, InterruptedException {
        tour.row(204, open("OPTIONS", "anything").with("Origin", "https://example.org"));
        tour.row(405, open("PATCH", "text"));
    }

    private void lists() throws IOException, InterruptedException {
        tour.row(200, new Ask(servers.open, "GET", "/v1/streams"));
        tour.row(200, new Ask(servers.open, "GET", "/v1/streams?prefix=t&limit=1&after=a"));
        tour.row(400, new Ask(servers.open, "GET", "/v1/streams?limit=10001"));
        tour.row(400, new Ask(servers.open, "GET", "/v1/streams?after=a//b"));
        tour.row(401, new Ask(servers.guarded, "GET", "/v1/streams"));
        tour.row(429, new Ask(servers.busy, "GET", "/v1/streams"));
        tour.row(500, new Ask(servers.broken, "GET", "/v1/streams"));
        tour.row(503, new Ask(servers.stopped, "GET", "/v1/streams"));
        tour.row(204, new Ask(servers.open, "OPTIONS", "/v1/streams").with("Origin", "https://example.org"));
        tour.row(405, new Ask(servers.open, "POST", "/v1/streams"));
    }

    /** What can happen to every method alike. */
    private void refuses(String method) throws IOException, InterruptedException {
        tour.row(400, open(method, "a//b"));
        tour.row(400, open(method, "a%00"));
        tour.row(401, new Ask(servers.guarded, method, ROOT + "text"));
        tour.row(403, new Ask(servers.guarded, method, ROOT + "text").with("Authorization", servers.weak()));
        tour.row(429, new Ask(servers.busy, method, ROOT + "text"));
        tour.row(500, new Ask(servers.broken, method, ROOT + "text").text(withBody(method)));
        tour.row(503, new Ask(servers.stopped, method, ROOT + "text").text(withBody(method)));
    }

    private static String withBody(String method) {
        return method.equals("POST") ? "x" : "";
    }
}
