package dev.leat.bench.http;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Loop;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Sends one request at a time and waits: for what is done before and after measuring. */
public final class Caller implements Exchange, AutoCloseable {
    private static final long LONGEST_ANSWER = 30_000_000_000L;

    private final Loop loop = new Loop();
    private final Server server;
    private final Connection connection;
    private Consumer<ByteBuffer> reader = bytes -> {};
    private boolean lost;

    public Caller(Server server) {
        this.server = server;
        connection = Connection.open(loop, server, this);
    }

    /** Sends a request that has to be carried out. */
    public Response call(Request request) {
        return call(request, bytes -> {});
    }

    Response call(Request request, Consumer<ByteBuffer> body) {
        reader = body;
        Response response = ask(request);
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

    private Response ask(Request request) {
        lost = false;
        connection.send(request);
        boolean answered = loop.runUntil(() -> !connection.isBusy(), System.nanoTime() + LONGEST_ANSWER);
        if (!answered || lost) {
            throw new BenchException(server.name() + " did not answer to " + request.line());
        }
        return connection.response();
    }

    @Override
    public void body(Connection from, ByteBuffer bytes) {
        reader.accept(bytes);
    }

    @Override
    public void answered(Connection from) {}

    @Override
    public void broken(Connection from) {
        lost = true;
    }

    @Override
    public void close() {
        loop.close();
    }
}
