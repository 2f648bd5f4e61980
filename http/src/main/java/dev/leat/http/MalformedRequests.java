package dev.leat.http;

import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ServerContext;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** Answers what is not HTTP, without letting it near a route. */
final class MalformedRequests implements Handler<HttpServerRequest> {
    private final ServerContext context;

    MalformedRequests(ServerContext context) {
        this.context = context;
    }

    @Override
    public void handle(HttpServerRequest request) {
        Exchange exchange = new Exchange(context, request);
        exchange.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        exchange.refuse(problem(request.decoderResult().cause()));
    }

    private Problem problem(Throwable cause) {
        int limit = context.bounds().headerBytes();
        return switch (cause) {
            case TooLongHttpLineException ignored ->
                Problem.of(414, "url-too-long", "a request line has at most " + limit + " bytes");
            case TooLongHttpHeaderException ignored ->
                Problem.of(431, "headers-too-large", "all headers together have at most " + limit + " bytes");
            default -> Problem.of(400, "request-malformed", "this is not a well-formed HTTP request");
        };
    }
}
