package dev.leat.client.stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A server of the protocol that answers what a test says. Each method has its answers, in their order; the last one is given again
 * and again. A live read is a method of its own: {@code long-poll} or {@code sse}.
 */
final class ScriptedServer implements AutoCloseable {
    private final HttpServer server;
    private final int port;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Deque<Answer>> answers = new HashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** @param what the method, or the kind of a live read */
    record Asked(String what, String uri, Map<String, List<String>> headers, String body) {}

    private record Answer(int status, Map<String, String> headers, byte[] body) {}

    private ScriptedServer(HttpServer server) {
        this.server = server;
        this.port = server.getAddress().getPort();
    }

    static ScriptedServer start() throws IOException {
        return start(0);
    }

    /** On a port below those that a system gives to clients, so that it can be had again after this one is closed. */
    static ScriptedServer startOnAPortToKeep() {
        while (true) {
            try {
                return start(ThreadLocalRandom.current().nextInt(20_000, 30_000));
            } catch (IOException e) {
                // taken: another
            }
        }
    }

    static ScriptedServer start(int port) throws IOException {
        ScriptedServer made =
                new ScriptedServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
        made.server.setExecutor(made.threads);
        made.server.createContext("/", made::answer);
        made.server.start();
        return made;
    }

    int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    /**
     * Adds an answer.
     *
     * @param headers names and values in turn
     */
    synchronized ScriptedServer answers(String what, int status, String body, String... headers) {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        answers.computeIfAbsent(what, ignored -> new ArrayDeque<>())
                .add(new Answer(status, all, body.getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    /** What it was asked in one way, in order. */
    List<Asked> asked(String what) {
        return asked.stream().filter(each -> each.what().equals(what)).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String uri = exchange.getRequestURI().toString();
        String live = uri.contains("live=sse") ? "sse" : uri.contains("live=long-poll") ? "long-poll" : null;
        String what = live == null ? exchange.getRequestMethod() : live;
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Answer answer;
        synchronized (this) {
            asked.add(new Asked(what, uri, Map.copyOf(exchange.getRequestHeaders()), body));
            Deque<Answer> script = answers.getOrDefault(what, new ArrayDeque<>());
            answer = script.size() > 1 ? script.poll() : script.peek();
        }
        if (answer == null) {
            exchange.sendResponseHeaders(501, -1);
            exchange.close();
            return;
        }
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        boolean bodiless = answer.status() == 204 || what.equals("HEAD");
        exchange.sendResponseHeaders(
                answer.status(), bodiless || answer.body().length == 0 ? -1 : answer.body().length);
        if (!bodiless) {
            exchange.getResponseBody().write(answer.body());
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
