package dev.leat.bench.http.client;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Sends one request at a time and waits: for what is done before and after measuring. */
public final class HttpCaller implements HttpExchange, AutoCloseable {
    private static final long LONGEST_ANSWER = 30_000_000_000L;

    private final SelectorLoop loop = new SelectorLoop();
    private final Server server;
    private final HttpConnection connection;
    private Consumer<ByteBuffer> reader = bytes -> {};
    private boolean lost;

    public HttpCaller(Server server) {
        this.server = server;
        connection = HttpConnection.open(loop, server, this);
    }

    /** Sends a request that has to be carried out. */
    public HttpResponse call(HttpRequest request) {
        return call(request, bytes -> {});
    }

    public HttpResponse call(HttpRequest request, Consumer<ByteBuffer> body) {
        reader = body;
        HttpResponse response = ask(request);
        if (!response.isGood()) {
            throw new BenchException(server.name() + " answered " + response.status() + " to " + request.line()
                    + hint(response.status()));
        }
        return response;
    }

    private static String hint(int status) {
        return status == 401 || status == 403
                ? "; --api-key-file or LEAT_API_KEY names a key, and it takes one that may do everything (*:*)"
                : "";
    }

    private HttpResponse ask(HttpRequest request) {
        lost = false;
        connection.send(request);
        boolean answered = loop.runUntil(() -> !connection.isBusy(), System.nanoTime() + LONGEST_ANSWER);
        if (!answered || lost) {
            throw new BenchException(server.name() + " did not answer to " + request.line());
        }
        return connection.response();
    }

    @Override
    public void body(HttpConnection from, ByteBuffer bytes) {
        reader.accept(bytes);
    }

    @Override
    public void answered(HttpConnection from) {}

    @Override
    public void broken(HttpConnection from) {
        lost = true;
    }

    @Override
    public void close() {
        loop.close();
    }
}
