package dev.leat.cli.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Serves the page of src/test/resources/browser from an origin of its own, and takes what the page found out. */
final class Page implements AutoCloseable {
    private static final Map<String, String> TYPES = Map.of(
            "/index.html", "text/html; charset=utf-8",
            "/checks.js", "text/javascript; charset=utf-8");

    private final CompletableFuture<JsonArray> results = new CompletableFuture<>();
    private final HttpServer http;

    Page() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::serve);
        http.createContext("/results", this::take);
        http.start();
    }

    /** The page for a server at a URL. */
    String url(String server) {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/index.html#" + server;
    }

    CompletableFuture<JsonArray> results() {
        return results;
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String type = TYPES.get(path);
        if (type == null) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        try (InputStream file = Page.class.getResourceAsStream("/browser" + path)) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, 0);
            file.transferTo(exchange.getResponseBody());
        }
        exchange.close();
    }

    private void take(HttpExchange exchange) throws IOException {
        results.complete(new JsonArray(new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
