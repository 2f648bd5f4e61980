package dev.leat.bench.server;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;

/**
 * One plain file, sent in pieces by {@code sendfile}, with the two headers that make a reader go on.
 *
 * @param pieceBytes how long an answer is
 */
record FileServer(FileChannel file, int pieceBytes) implements BareServer.Handler {

    @Override
    public void handle(HttpServerRequest request) {
        if (!request.method().equals(HttpMethod.GET)) {
            request.response().setStatusCode(405).end();
            return;
        }
        String offset = request.getParam("offset");
        send(request.response(), offset == null || offset.equals("-1") ? 0 : Long.parseLong(offset));
    }

    private void send(HttpServerResponse response, long from) {
        long size = size();
        long next = Math.min(size, from + pieceBytes);
        response.putHeader("Content-Type", "application/octet-stream");
        response.putHeader("Stream-Next-Offset", String.valueOf(next));
        if (next == size) {
            response.putHeader("Stream-Up-To-Date", "true");
        }
        response.sendFile(file, from, next - from);
    }

    private long size() {
        try {
            return file.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
