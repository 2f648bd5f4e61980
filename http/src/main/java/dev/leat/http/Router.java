package dev.leat.http;

import dev.leat.api.StreamPath;
import dev.leat.http.exchange.Connections;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.PathDecoder;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.stream.StreamRoutes;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/** Brings each request to whoever answers it. */
final class Router implements Handler<HttpServerRequest> {

    /** Paths that begin with this segment belong to the protocol itself. */
    private static final String RESERVED = "__ds";

    private final ServerContext context;
    private final Connections connections;
    private final StreamRoutes streams;

    Router(ServerContext context, Connections connections, StreamRoutes streams) {
        this.context = context;
        this.connections = connections;
        this.streams = streams;
    }

    @Override
    public void handle(HttpServerRequest request) {
        Exchange exchange = new Exchange(context, request);
        connections.began(exchange);
        exchange.onEnd((ended, status) -> connections.ended(ended));
        exchange.attempt(() -> route(exchange));
    }

    private void route(Exchange exchange) {
        HttpServerRequest request = exchange.request();
        if (request.authority() == null) {
            throw ProblemException.malformed("host-missing", "a request needs a Host header");
        }
        String path = request.path();
        if (path != null && path.startsWith(StreamRoutes.ROOT)) {
            stream(exchange, path.substring(StreamRoutes.ROOT.length()));
        } else {
            exchange.refuse(Problem.of(404, "route-not-found", "there is nothing at this path"));
        }
    }

    private void stream(Exchange exchange, String encoded) {
        if (exchange.method().equals(HttpMethod.OPTIONS)) {
            context.cors().preflight(exchange.answer(204));
            exchange.end();
            return;
        }
        StreamPath path = path(encoded);
        if (path.value().equals(RESERVED) || path.value().startsWith(RESERVED + "/")) {
            exchange.refuse(Problem.of(404, "route-not-found", "paths below " + RESERVED + " are reserved"));
            return;
        }
        streams.handle(exchange, path);
    }

    private static StreamPath path(String encoded) {
        try {
            return StreamPath.of(PathDecoder.decode(encoded)
                    .orElseThrow(() -> new IllegalArgumentException("not a stream path: its escapes are broken")));
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed("path-malformed", String.valueOf(e.getMessage()));
        }
    }
}
