package dev.leat.examples.tokens;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;

/** Serves the two files of the page. What it shows, it reads from the streams itself. */
final class Page {
    private static final Map<String, String> TYPES =
            Map.of("/index.html", "text/html; charset=utf-8", "/tokens.js", "text/javascript; charset=utf-8");

    private Page() {}

    static HttpServer serve(int port) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            server.createContext("/", Page::answer);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String file = path.equals("/") ? "/index.html" : path;
            if (!TYPES.containsKey(file)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", TYPES.get(file));
            exchange.sendResponseHeaders(200, 0);
            try (InputStream content = Page.class.getResourceAsStream("/page" + file)) {
                content.transferTo(exchange.getResponseBody());
            }
        }
    }
}
