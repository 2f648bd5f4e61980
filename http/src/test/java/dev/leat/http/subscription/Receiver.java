package dev.leat.http.subscription;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A webhook. It keeps what it is told, and answers what it was told to. */
final class Receiver implements AutoCloseable {
    static final Script DONE = exchange -> answer(exchange, 200, "{\"done\":true}");
    static final Script ACCEPTED = exchange -> answer(exchange, 202, "");
    static final Script BROKEN = exchange -> answer(exchange, 500, "{\"done\":true}");

    final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Script script;

    /** How to answer. */
    interface Script {
        void answer(HttpExchange exchange) throws IOException;
    }

    /** What it was told. */
    record Request(String path, Map<String, String> headers, byte[] raw) {

        JsonObject body() {
            return new JsonObject(new String(raw, StandardCharsets.UTF_8));
        }

        String bearer() {
            return "Bearer " + body().getString("callback_token");
        }
    }

    Receiver(Script script) {
        this.script = script;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    void answerWith(Script other) {
        script = other;
    }

    private void take(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        byte[] raw = exchange.getRequestBody().readAllBytes();
        requests.add(new Request(exchange.getRequestURI().toString(), headers, raw));
        script.answer(exchange);
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/hook?from=leat";
    }

    /** The next thing it is told. */
    Request next() {
        try {
            Request request = requests.poll(30, TimeUnit.SECONDS);
            if (request == null) {
                throw new AssertionError("the webhook was not called");
            }
            return request;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
